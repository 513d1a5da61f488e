#include "app/search/recent.h"

#include <gtest/gtest.h>

namespace paramscope::app {
namespace THIS_FILE {

/// A visit in which models are opened one after the other.
struct Visit {
    Workspace workspace;
    Recent recent;

    void open(std::string name, std::string text) {
        workspace.open(std::move(name), std::move(text));
        follow();
    }
    void follow() {
        workspace.update();
        recent.follow(workspace);
    }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const LeftModel& model : recent.models()) all.push_back(model.document.name);
        return all;
    }
};

using Names = std::vector<std::string>;

TEST(Recent, HasTheModelsBeforeThePresentOneTheLastFirst) {
    Visit visit;
    visit.open("a", "Linear(3, 4)");
    EXPECT_EQ(visit.names(), Names{});
    visit.open("b", "Linear(3, 5)");
    visit.open("c", "Linear(3, 6)");
    EXPECT_EQ(visit.names(), (Names{"b", "a"}));
    EXPECT_EQ(visit.recent.models()[0].parameters, "20");
    visit.open("a", "Linear(3, 4)");
    EXPECT_EQ(visit.names(), (Names{"c", "b"}));
}

TEST(Recent, KeepsAModelAsItWasLeft) {
    Visit visit;
    visit.open("a", "d = 4\nLinear(3, d)");
    visit.workspace.set_override("d", Rational(8));
    visit.follow();
    visit.open("b", "Linear(3, 5)");
    EXPECT_EQ(visit.recent.models()[0].document.overrides.size(), 1u);
    EXPECT_EQ(visit.recent.models()[0].parameters, "32");
}

TEST(Recent, ForgetsTheOldest) {
    Visit visit;
    for (int i = 0; i < 20; ++i) visit.open(std::to_string(i), "Linear(3, " + std::to_string(i + 1) + ")");
    EXPECT_EQ(visit.names(), (Names{"18", "17", "16", "15", "14", "13", "12", "11"}));
}

TEST(Recent, KeepsNoLongTexts) {
    Visit visit;
    visit.workspace.open("long", std::string(17u << 20, '#'));
    visit.recent.follow(visit.workspace);
    visit.open("a", "Linear(3, 4)");
    EXPECT_EQ(visit.names(), Names{});
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
