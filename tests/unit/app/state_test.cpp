#include "app/document/state.h"

#include <gtest/gtest.h>

#include "adjust/adjust.h"

namespace paramscope::app {
namespace THIS_FILE {

Document with_text(std::string text) {
    Document document;
    document.name = "Test";
    document.text = std::move(text);
    return document;
}

TEST(Workspace, OpensADocumentWithWhatWasChosen) {
    Document document = with_text("d = 8\r\nSequential(\n  (fc): Linear(d, 4)\n)\n");
    document.overrides = {{"d", Rational(16)}};
    document.selection = "fc";
    document.input = "1,16";
    Workspace workspace;
    workspace.open(document);
    ASSERT_TRUE(workspace.update());
    EXPECT_EQ(workspace.document().text->find('\r'), std::string::npos);
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(16 * 4 + 4));
    EXPECT_EQ(workspace.report().root()->facts->macs.value, Integer(16 * 4));
    EXPECT_EQ(workspace.report().path(workspace.selected()), "fc");
}

TEST(Workspace, TheSameTextWithOtherSettingsLeavesTheEditorAlone) {
    Workspace workspace;
    workspace.open(with_text("d = 8\nLinear(d, 4)\n"));
    workspace.update();
    const std::uint64_t text = workspace.versions().replaced_text;
    Document changed = workspace.document();
    changed.overrides = {{"d", Rational(2)}};
    workspace.open(changed);
    EXPECT_TRUE(workspace.update());
    EXPECT_EQ(workspace.versions().replaced_text, text);
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(2 * 4 + 4));
    workspace.open(with_text("ReLU()"));
    EXPECT_GT(workspace.versions().replaced_text, text);
}

TEST(Workspace, PutsOtherWordsIntoTheText) {
    Workspace workspace;
    workspace.open(with_text("Linear(8, 4)"));
    workspace.update();
    const std::uint64_t text = workspace.versions().replaced_text;
    workspace.replace_text({10, 11}, "16");
    workspace.replace_text({10, 99}, "beyond the end");
    EXPECT_TRUE(workspace.update());
    EXPECT_EQ(*workspace.document().text, "Linear(8, 16)");
    EXPECT_TRUE(workspace.document().edited);
    EXPECT_GT(workspace.versions().replaced_text, text);
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(8 * 16 + 16));
}

TEST(Workspace, LinesSettleWhetherWeightsAreTied) {
    const std::string printed =
        "Net(\n  (emb): Embedding(100, 8)\n  (head): Linear(in_features=8, out_features=100, "
        "bias=False)\n)\n";
    const auto total_with = [&](bool are_tied) {
        Workspace workspace;
        workspace.open(with_text(printed));
        workspace.update();
        EXPECT_EQ(workspace.report().root()->facts->parameters.basis, Basis::Range);
        workspace.replace_text({0, 0}, workspace.tie_lines(are_tied));
        workspace.update();
        EXPECT_NE(workspace.report().root()->facts->parameters.basis, Basis::Range);
        EXPECT_EQ(workspace.tie_lines(are_tied), "");
        return workspace.report().root()->facts->parameters.value;
    };
    EXPECT_EQ(total_with(true), Integer(800));
    EXPECT_EQ(total_with(false), Integer(1600));
}

/// Asks for hyper-parameters, calls `meanwhile`, and answers as the host does.
template <typename Meanwhile>
void make_adjustable(Workspace* workspace, const Meanwhile& meanwhile) {
    workspace->make_adjustable();
    EXPECT_TRUE(workspace->is_adjusting());
    const std::optional<AdjustRequest> wanted = workspace->take_unadjusted();
    ASSERT_TRUE(wanted);
    meanwhile();
    CountOptions options;
    if (Result<std::vector<Dims>> shapes = parse_input_shapes(wanted->input)) options.inputs = *shapes;
    const Adjustable adjustable =
        paramscope::make_adjustable(*wanted->text, options, in_english, MissingInput::Stated);
    workspace->take_adjustable({.text = adjustable.variables.empty() ? "" : adjustable.text,
                                .input = adjustable.states_input ? "" : wanted->input,
                                .remark = adjustable.remark.english()});
    EXPECT_FALSE(workspace->is_adjusting());
}

void make_adjustable(Workspace* workspace) {
    make_adjustable(workspace, [] {});
}

constexpr const char* kTwoLayers = "Sequential(\n  (0): Linear(8, 32)\n  (1): Linear(32, 3)\n)\n";

TEST(Workspace, TellsWhetherTheTypedInputOrTheTextIsAtFault) {
    const struct {
        std::string text, input, input_error, error;
    } cases[] = {
        {"Conv2d(3, 8, kernel_size=(3, 3))\n", "1,3,32,32", "", ""},
        {"Conv2d(3, 8, kernel_size=(3, 3))\n", "1,4,32,32", "Conv2d expects 3 channels but gets 4", ""},
        {"input = (1, 3, 8, 8)\nConv2d(3, 8, kernel_size=(3, 3))\n", "1,4,32,32",
         "Conv2d expects 3 channels but gets 4", ""},
        {"Conv2d(3, 8, kernel_size=(3, 3))\n", "(1,4", "expected ',' or ')' in the shape", ""},
        {"Sequential(\n  (0): Linear(8, 9)\n  (1): Linear(10, 9)\n)\n", "1,8", "",
         "Linear expects 10 features in the last dimension but gets 9"},
    };
    for (const auto& c : cases) {
        Workspace workspace;
        workspace.open(with_text(c.text));
        workspace.set_input(c.input);
        workspace.update();
        EXPECT_EQ(workspace.input_error().english(), c.input_error) << c.text;
        const Diagnostic* const error = workspace.error();
        EXPECT_EQ(error == nullptr ? "" : error->message.english(), c.error) << c.text;
        EXPECT_EQ(workspace.is_stale(), !c.input_error.empty()) << c.text;
        EXPECT_EQ(workspace.input_text(), c.input);
    }
}

TEST(Workspace, MakesAPrintAdjustableInOneStep) {
    Workspace workspace;
    workspace.open("net", kTwoLayers);
    workspace.update();
    ASSERT_TRUE(workspace.may_be_adjustable());
    make_adjustable(&workspace);
    EXPECT_EQ(workspace.adjust_remark(), "");
    workspace.update();
    EXPECT_FALSE(workspace.may_be_adjustable());
    EXPECT_EQ(workspace.report().variables.size(), 4u) << "with the batch of the assumed input";
    workspace.undo();
    EXPECT_EQ(*workspace.document().text, kTwoLayers);
}

TEST(Workspace, MakesATypedInputAdjustableToo) {
    Workspace workspace;
    workspace.open("net", kTwoLayers);
    workspace.set_input("(5, 8)");
    workspace.update();
    make_adjustable(&workspace);
    workspace.update();
    EXPECT_EQ(workspace.document().input, "") << "the text has it";
    EXPECT_EQ(workspace.input_text(), "(batch, 8)");
    workspace.set_override("batch", Rational(7));
    workspace.update();
    EXPECT_FALSE(workspace.is_stale());
    workspace.undo();
    workspace.undo();
    EXPECT_EQ(workspace.document().input, "(5, 8)");
    EXPECT_EQ(*workspace.document().text, kTwoLayers);
}

TEST(Workspace, SaysWhyATextIsNotMadeAdjustable) {
    Workspace workspace;
    workspace.open("activation", "ReLU()\n");
    workspace.update();
    make_adjustable(&workspace);
    EXPECT_NE(workspace.adjust_remark(), "");
    EXPECT_EQ(*workspace.document().text, "ReLU()\n");
    workspace.set_counting("macs", Mode::Forward, false);
    workspace.update();
    EXPECT_NE(workspace.adjust_remark(), "");
    workspace.edit_text(std::string("GELU()\n"));
    EXPECT_EQ(workspace.adjust_remark(), "");
}

TEST(Workspace, DropsAnAdjustableTextThatCameTooLate) {
    const auto changes = [](auto&& act) {
        Workspace workspace;
        workspace.open("net", kTwoLayers);
        workspace.update();
        std::string present;
        make_adjustable(&workspace, [&] {
            act(workspace);
            EXPECT_FALSE(workspace.is_adjusting());
            present = *workspace.document().text;
        });
        EXPECT_EQ(*workspace.document().text, present);
        EXPECT_EQ(workspace.adjust_remark(), "");
    };
    changes([](Workspace& workspace) { workspace.edit_text(std::string("Linear(3, 4)")); });
    changes([](Workspace& workspace) { workspace.open("other", "Linear(3, 4)"); });
    changes([](Workspace& workspace) { workspace.set_input("(2, 8)"); });
    changes([](Workspace& workspace) { workspace.stop_adjusting(); });
}

TEST(Workspace, CountsInTheChosenWay) {
    Workspace workspace;
    workspace.open(with_text("input = (2, 8)\nLinear(8, 4)"));
    workspace.update();
    EXPECT_EQ(workspace.report().root()->facts->flops.value, Integer(2 * 8 * 4 * 2));
    workspace.set_counting("macs", Mode::Training, false);
    workspace.update();
    EXPECT_EQ(workspace.report().root()->facts->flops.value, Integer(2 * 8 * 4 * 2));
}

TEST(Workspace, CountsItsChanges) {
    Workspace workspace;
    workspace.open(with_text("d = 8\nSequential(\n  (fc): Linear(d, 4)\n)\n"));
    workspace.update();
    const auto changes = [&workspace](auto&& act) {
        const std::uint64_t before = workspace.versions().document;
        act();
        return workspace.versions().document != before;
    };
    EXPECT_TRUE(changes([&] { workspace.set_override("d", Rational(4)); }));
    EXPECT_TRUE(changes([&] { workspace.clear_override("d"); }));
    EXPECT_TRUE(changes([&] { workspace.clear_overrides(); }));
    EXPECT_TRUE(changes([&] { workspace.set_input("1,8"); }));
    EXPECT_TRUE(changes([&] { workspace.set_counting("macs", Mode::Training, true); }));
    EXPECT_TRUE(changes([&] { workspace.replace_text({0, 5}, "d = 9"); }));
    EXPECT_TRUE(changes([&] { workspace.select(1); }));
    EXPECT_FALSE(changes([&] { workspace.select(1); }));
    EXPECT_TRUE(changes([&] { workspace.set_opened(0, false); }));
    EXPECT_TRUE(changes([&] { workspace.set_depth(2); }));
    EXPECT_TRUE(changes([&] { workspace.edit_text(std::string("ReLU()")); }));
    EXPECT_FALSE(changes([&] { workspace.update(); }));
}

TEST(Workspace, TakesBackTextAndSlidersAlike) {
    Workspace workspace;
    workspace.open(with_text("d = 8\nLinear(d, 4)\n"));
    workspace.update();
    EXPECT_FALSE(workspace.can_undo()) << "the first model has nothing before it";
    EXPECT_FALSE(workspace.undo());

    for (const int value : {9, 10, 11}) workspace.set_override("d", value);
    workspace.settle();
    workspace.edit_text(std::string("d = 8\nLinear(d, 40)\n"));
    workspace.edit_text(std::string("d = 8\nLinear(d, 400)\n"));
    workspace.update();
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(11 * 400 + 400));

    EXPECT_TRUE(workspace.undo());
    workspace.update();
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(11 * 4 + 4));
    EXPECT_TRUE(workspace.undo());
    workspace.update();
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(8 * 4 + 4)) << "a drag is one step";
    EXPECT_FALSE(workspace.undo());

    EXPECT_TRUE(workspace.redo());
    EXPECT_TRUE(workspace.redo());
    workspace.update();
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(11 * 400 + 400));
    EXPECT_FALSE(workspace.redo());
}

TEST(Workspace, AChangeAfterUndoIsAnotherWay) {
    Workspace workspace;
    workspace.open(with_text("d = 8\nLinear(d, 4)\n"));
    workspace.set_override("d", 9);
    workspace.undo();
    workspace.set_override("d", 10);
    EXPECT_FALSE(workspace.can_redo());
    workspace.undo();
    EXPECT_TRUE(workspace.document().overrides.empty());
}

TEST(Workspace, TakesBackSwitchesOfMemoryWithoutACount) {
    Workspace workspace;
    workspace.open(with_text("Linear(8, 4)"));
    workspace.update();
    const std::uint64_t revision = workspace.revision();
    workspace.set_memory({});
    EXPECT_FALSE(workspace.can_undo()) << "nothing has changed";

    MemoryOptions options;
    options.is_training = true;
    workspace.set_memory(options);
    options.zero_stage = 2;
    workspace.set_memory(options);
    workspace.settle();
    workspace.set_device(*find_device("H100"));
    EXPECT_FALSE(workspace.update());
    EXPECT_EQ(workspace.revision(), revision);

    EXPECT_TRUE(workspace.undo());
    EXPECT_FALSE(workspace.document().device);
    EXPECT_EQ(device_of(workspace.document()).name, "RTX 4090");
    EXPECT_EQ(workspace.document().memory.zero_stage, 2);
    EXPECT_TRUE(workspace.undo());
    EXPECT_EQ(workspace.document().memory, MemoryOptions());
    EXPECT_TRUE(workspace.redo());
    EXPECT_EQ(workspace.document().memory.zero_stage, 2);
}

TEST(Workspace, SwitchesOfMemoryHoldForTheNextModel) {
    Workspace workspace;
    workspace.open(with_text("Linear(8, 4)"));
    MemoryOptions options;
    options.recomputes = true;
    workspace.set_memory(options);
    workspace.set_device(*find_device("T4"));
    workspace.open("Other", "Linear(2, 2)");
    EXPECT_TRUE(workspace.document().memory.recomputes);
    EXPECT_EQ(workspace.document().device, *find_device("T4"));
}

TEST(Workspace, TakesBackAnotherModel) {
    Workspace workspace;
    workspace.open(with_text("Linear(8, 4)"));
    const std::uint64_t model = workspace.versions().model;
    workspace.open("Other", "Linear(2, 2)");
    EXPECT_GT(workspace.versions().model, model);
    workspace.open("Third", "Linear(3, 3)");
    EXPECT_TRUE(workspace.undo());
    EXPECT_EQ(workspace.document().name, "Other");
    EXPECT_TRUE(workspace.undo());
    EXPECT_EQ(workspace.document().name, "Test");
    EXPECT_EQ(*workspace.document().text, "Linear(8, 4)");
}

TEST(Workspace, UndoLeavesTheTreeAsItIs) {
    Workspace workspace;
    workspace.open(with_text("d = 8\nSequential(\n  (fc): Linear(d, 4)\n)\n"));
    workspace.update();
    workspace.set_override("d", 9);
    workspace.update();
    workspace.select(1);
    workspace.undo();
    workspace.update();
    EXPECT_EQ(workspace.document().selection, "fc");
}

TEST(Workspace, LongTextsAreNotKeptWithoutEnd) {
    Workspace workspace;
    workspace.open(with_text("ReLU()"));
    const std::string long_comment(History::kMostBytes / 4, '#');
    for (int i = 0; i < 10; ++i) {
        workspace.edit_text("ReLU() " + long_comment + std::to_string(i));
        workspace.settle();
    }
    int steps = 0;
    while (workspace.undo()) ++steps;
    EXPECT_GT(steps, 0);
    EXPECT_LE(steps, 5);
}

TEST(Workspace, SettingsOfALongTextShareIt) {
    Workspace workspace;
    workspace.open(with_text("d = 8\nLinear(d, 4)\n" + std::string(History::kMostBytes * 2, '#')));
    for (int i = 0; i < 10; ++i) {
        workspace.set_override("d", 9 + i);
        workspace.settle();
    }
    int steps = 0;
    while (workspace.undo()) ++steps;
    EXPECT_EQ(steps, 10);
}

const std::string kCode =
    "import torch.nn as nn\nnet = nn.Sequential(*[nn.Linear(n, n) for _ in range(3)])\n";

/// The reading of kCode as this model text.
SourceReading read(std::string model_text, Diagnostics problems = {}) {
    return {{kCode, "", ""}, std::move(model_text), "net", {}, {}, {}, std::move(problems)};
}

Workspace with_reader(const std::string& text) {
    Workspace workspace;
    workspace.wait_for_readings();
    workspace.open(with_text(text));
    workspace.update();
    return workspace;
}

TEST(Workspace, CountsSourceCodeByItsReading) {
    Workspace workspace = with_reader(kCode);
    EXPECT_TRUE(workspace.is_source());
    EXPECT_TRUE(workspace.is_stale());
    EXPECT_EQ(workspace.reading(), nullptr);
    EXPECT_TRUE(workspace.problems().empty());
    EXPECT_EQ(workspace.take_unread_source(), (SourceRequest{kCode, "", ""}));
    EXPECT_EQ(workspace.take_unread_source(), std::nullopt);
    workspace.take_reading(read("n = 4\nNet(\n  (0-2): 3 x Linear(n, n)\n  (1): Linear(\n)",
                                {{Severity::Warning, "w", {22, 25}, ""}}));
    EXPECT_TRUE(workspace.update());
    ASSERT_NE(workspace.reading(), nullptr);
    EXPECT_EQ(*workspace.document().text, kCode);
    std::size_t placed = 0;
    for (const Diagnostic& problem : workspace.problems()) placed += problem.span != Span{};
    EXPECT_EQ(placed, 1u) << "only problems of the code have a place in it";
    workspace.take_reading(read("n = 4\nNet(\n  (0-2): 3 x Linear(n, n)\n)"));
    workspace.update();
    EXPECT_FALSE(workspace.is_stale());
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(60));
    workspace.set_override("n", Rational(2));
    workspace.update();
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(18));
}

TEST(Workspace, ModulesAndLinesOfSourceCodeLeadToEachOther) {
    Workspace workspace = with_reader(kCode);
    SourceReading reading =
        read("Net(\n  (a): Sequential(\n    (0-2): 3 x Linear(2, 2)\n  )\n  (b): ReLU()\n)");
    reading.lines = {{"a", 2}, {"a.0", 3}, {"b", 2}};
    workspace.take_reading(std::move(reading));
    workspace.update();
    EXPECT_EQ(workspace.source_line(0), 0u);
    EXPECT_EQ(workspace.source_line(1), 2u);
    EXPECT_EQ(workspace.source_line(2), 3u);
    EXPECT_EQ(workspace.node_at_line(2), std::optional<std::size_t>(1));
    EXPECT_EQ(workspace.node_at_line(3), std::optional<std::size_t>(2));
    EXPECT_EQ(workspace.node_at_line(1), std::nullopt);
}

TEST(Workspace, KeepsTheReportOfACodeWhileItIsEdited) {
    Workspace workspace = with_reader(kCode);
    workspace.take_reading(read("Linear(4, 4)"));
    workspace.update();
    workspace.edit_text(kCode + "# more\n");
    workspace.update();
    EXPECT_TRUE(workspace.is_stale());
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(20));
    workspace.take_reading(read("Linear(9, 9)"));  // of the code before
    EXPECT_FALSE(workspace.has_changes());
    workspace.take_reading(
        {{kCode + "# more\n", "", ""}, "", "", {}, {}, {}, {{Severity::Error, "no model", {3, 4}, ""}}});
    workspace.update();
    EXPECT_TRUE(workspace.is_stale());
    ASSERT_NE(workspace.error(), nullptr);
    EXPECT_EQ(workspace.error()->span, (Span{3, 4}));
    EXPECT_TRUE(workspace.undo());
    workspace.update();
    EXPECT_EQ(workspace.take_unread_source(), (SourceRequest{kCode, "", ""}));
    workspace.edit_text(std::string("Linear(2, 2)"));
    workspace.update();
    EXPECT_FALSE(workspace.is_source());
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(6));
}

TEST(Workspace, ReadsSourceCodeAgainForAnotherExpression) {
    Workspace workspace = with_reader(kCode);
    workspace.take_reading(read("Linear(4, 4)"));
    workspace.update();
    workspace.set_build("net[0]");
    workspace.update();
    EXPECT_EQ(workspace.take_unread_source(), (SourceRequest{kCode, "net[0]", ""}));
    workspace.take_reading({{kCode, "net[0]", ""}, "Linear(1, 1)", "net[0]", {}, {}, {}, {}});
    workspace.update();
    EXPECT_EQ(workspace.report().root()->facts->parameters.value, Integer(2));
    workspace.undo();
    workspace.update();
    EXPECT_EQ(workspace.take_unread_source(), (SourceRequest{kCode, "", ""}));
}

TEST(Workspace, WithoutAReaderSourceCodeIsAnError) {
    Workspace workspace;
    workspace.open(with_text(kCode));
    workspace.update();
    EXPECT_FALSE(workspace.is_source());
    ASSERT_NE(workspace.error(), nullptr);
    EXPECT_EQ(workspace.error()->message.id(), "other_text.python_source");
}

/// A text that takes longer than a frame.
std::string long_text(int width) {
    std::string text = "d = 4\nNet(\n";
    for (int i = 0; i < 4000; ++i)
        text += "  (" + std::to_string(i) + "): Linear(d, out_features=" + std::to_string(width) + ")\n";
    return text + ")\n";
}

/// What a host answers.
transfer::Counted counted(const Workspace& workspace, const CountRequest& request) {
    transfer::Counter counter;
    counter.read(workspace.model_text());
    return counter.count(request.settings);
}

class CountingElsewhere : public testing::Test {
  protected:
    void SetUp() override {
        workspace.count_elsewhere(true);
        workspace.open(with_text("Linear(2, 2)"));
        ASSERT_TRUE(workspace.update()) << "a short text is counted here";
        workspace.open(with_text(long_text(3)));
        ASSERT_FALSE(workspace.update());
    }

    std::optional<Integer> parameters() const { return workspace.report().root()->facts->parameters.value; }
    void answer() {
        const std::optional<CountRequest> request = workspace.take_uncounted();
        ASSERT_TRUE(request);
        workspace.take_counted(counted(workspace, *request), request->text_version);
    }

    Workspace workspace;
};

TEST_F(CountingElsewhere, KeepsTheEarlierReportUntilTheAnswer) {
    EXPECT_TRUE(workspace.is_counting());
    EXPECT_TRUE(workspace.is_stale());
    EXPECT_FALSE(workspace.has_changes());
    EXPECT_EQ(parameters(), Integer(6));
    answer();
    EXPECT_FALSE(workspace.is_counting());
    EXPECT_FALSE(workspace.is_stale());
    EXPECT_EQ(parameters(), Integer(4000 * 15));
    EXPECT_FALSE(workspace.take_uncounted());
}

TEST_F(CountingElsewhere, AsksForTheLatestSettingsOfOneText) {
    const std::optional<CountRequest> first = workspace.take_uncounted();
    for (const int value : {5, 6, 7}) {
        workspace.set_override("d", Rational(value));
        workspace.update();
    }
    workspace.take_counted(counted(workspace, *first), first->text_version);
    EXPECT_EQ(parameters(), Integer(4000 * 15)) << "the answer on its way is shown";
    EXPECT_TRUE(workspace.is_counting());
    answer();
    EXPECT_EQ(parameters(), Integer(4000 * 24));
    EXPECT_FALSE(workspace.is_counting());
}

TEST_F(CountingElsewhere, IgnoresTheAnswerForAnEarlierText) {
    const std::optional<CountRequest> first = workspace.take_uncounted();
    transfer::Counted late = counted(workspace, *first);
    workspace.edit_text(long_text(5));
    workspace.update();
    workspace.take_counted(std::move(late), first->text_version);
    EXPECT_EQ(parameters(), Integer(6));
    answer();
    EXPECT_EQ(parameters(), Integer(4000 * 25));
}

TEST_F(CountingElsewhere, StopsAndCountsAgainWhenAsked) {
    workspace.stop_counting();
    EXPECT_TRUE(workspace.is_stopped());
    EXPECT_TRUE(workspace.is_stale());
    EXPECT_EQ(parameters(), Integer(6));
    EXPECT_FALSE(workspace.take_uncounted());
    workspace.count_again();
    EXPECT_FALSE(workspace.update());
    EXPECT_FALSE(workspace.is_stopped());
    answer();
    EXPECT_EQ(parameters(), Integer(4000 * 15));
}

TEST_F(CountingElsewhere, CountsHereWhenTheHostGivesUp) {
    workspace.count_elsewhere(false);
    EXPECT_TRUE(workspace.update());
    EXPECT_FALSE(workspace.is_stale());
    EXPECT_EQ(parameters(), Integer(4000 * 15));
    workspace.set_override("d", Rational(5));
    EXPECT_TRUE(workspace.update());
    EXPECT_EQ(parameters(), Integer(4000 * 18));
}

TEST_F(CountingElsewhere, GoesBackToAShortText) {
    workspace.undo();
    EXPECT_TRUE(workspace.update());
    EXPECT_FALSE(workspace.is_counting());
    EXPECT_FALSE(workspace.is_stale());
    EXPECT_EQ(parameters(), Integer(6));
}

TEST_F(CountingElsewhere, ReadsTheWholeModelOfItsReportAgain) {
    EXPECT_NE(workspace.whole_model(), nullptr) << "of the report before";
    answer();
    ASSERT_NE(workspace.whole_model(), nullptr);
    EXPECT_EQ(workspace.whole_model()->root.children.size(), 4000u);
}

TEST_F(CountingElsewhere, ShowsTheErrorsOfAText) {
    workspace.edit_text("x = (\n" + long_text(3));
    workspace.update();
    EXPECT_TRUE(workspace.problems().empty()) << "those of the earlier text have no place in this one";
    answer();
    EXPECT_NE(workspace.error(), nullptr);
    EXPECT_TRUE(workspace.is_stale());
    EXPECT_EQ(parameters(), Integer(6));
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
