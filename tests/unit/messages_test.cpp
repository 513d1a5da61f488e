// Every message has a unique id and a Chinese row with the same holes; Chinese has no other rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <span>
#include <string>

#include "adjust/messages.h"
#include "algebra/messages.h"
#include "app/words/messages.h"
#include "base/characters.h"
#include "bindings/messages.h"
#include "cli/messages.h"
#include "count/flow/messages.h"
#include "count/functions/messages.h"
#include "count/messages.h"
#include "count/report/conventions.h"
#include "formats/picture_words.h"
#include "hub/messages.h"
#include "layers/catalogue/catalogue.h"
#include "layers/families/families.h"
#include "layers/messages.h"
#include "model/messages.h"
#include "open/checkpoint/messages.h"
#include "open/config/messages.h"
#include "open/keras/messages.h"
#include "open/listing/messages.h"
#include "open/messages.h"
#include "open/onnx/messages.h"
#include "open/python/messages.h"
#include "open/summary/messages.h"
#include "open/support/messages.h"
#include "open/tensors/messages.h"
#include "support/folders.h"

namespace paramscope {
namespace THIS_FILE {

struct Table {
    const char* chinese;  ///< the file of translations, "" for a table that is only written in English
    std::span<const MessageTemplate> rows;
};

const Table kTables[] = {
    {"adjust", adjust::kAdjustMessages},
    {"agreement", hub::kAgreementMessages},
    {"algebra", kAlgebraMessages},
    {"bindings", bindings::kBindingMessages},
    {"checkpoint", open::kCheckpointMessages},
    {"", cli::kCliMessages},
    {"config", open::kConfigMessages},
    {"count", kCountMessages},
    {"flow", kFlowMessages},
    {"flow", kFunctionMessages},
    {"interface", app::kInterfaceMessages},
    {"keras", open::keras::kKerasMessages},
    {"layers", kLayerMessages},
    {"listing", open::kListingMessages},
    {"model", kModelMessages},
    {"onnx", open::onnx::kOnnxMessages},
    {"open", open::kOpenMessages},
    {"open", open::kJsonMessages},
    {"open", open::kTensorMessages},
    {"python", open::python::kPythonMessages},
    {"summary", open::kSummaryMessages},
};

using Rows = std::map<std::string, std::string>;

/// The rows of a table of translations: an id, and under it, indented, its translation.
Rows chinese(const std::string& name) {
    std::ifstream file(languages_folder() + "/zh/" + name + ".txt");
    EXPECT_TRUE(file) << name;
    Rows rows;
    std::string id;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        if (line.starts_with("    ")) {
            rows[id] = line.substr(4);
        } else {
            id = line;
        }
    }
    return rows;
}

std::set<std::string> holes(std::string_view pattern) {
    std::set<std::string> found;
    for (const std::string_view hole : holes_of(pattern)) found.emplace(hole);
    return found;
}

TEST(Messages, PicturesNamePartsAsThePageDoes) {
    std::size_t parts = 0;
    for (const auto& [id, words] : chinese("names")) {
        constexpr std::string_view kFamily = "family.";
        if (!id.starts_with(kFamily)) continue;
        std::string part = id.substr(kFamily.size());
        std::replace(part.begin(), part.end(), '_', ' ');
        if (part.starts_with("feed ")) part[4] = '-';
        EXPECT_EQ(part_word(Language::Chinese, part), words) << part;
        ++parts;
    }
    EXPECT_GE(parts, 20u);
}

TEST(Messages, PicturesSayWhatThePageSays) {
    const Rows rows = chinese("count");
    for (const MessageTemplate& row : kCountMessages) {
        if (!row.id.starts_with("conclusion.")) continue;
        MessageArguments holes;
        for (const std::string_view hole : holes_of(row.english))
            holes.emplace_back(hole, "{" + std::string(hole) + "}");
        const Message sentence(row, holes);
        EXPECT_EQ(picture_sentence(Language::Chinese, sentence), rows.at(std::string(row.id)));
        EXPECT_EQ(picture_sentence(Language::English, sentence), row.english);
    }
}

TEST(Messages, IdsAreUniqueAndWellFormed) {
    std::set<std::string_view> seen;
    for (const Table& table : kTables) {
        for (const MessageTemplate& row : table.rows) {
            EXPECT_TRUE(seen.insert(row.id).second) << row.id << " is in two tables";
            EXPECT_NE(row.id.find('.'), std::string_view::npos) << row.id;
            EXPECT_EQ(row.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_."),
                      std::string_view::npos)
                << row.id;
            EXPECT_FALSE(row.english.empty()) << row.id;
        }
    }
}

TEST(Messages, ChineseHasTheIdsAndHolesOfTheEnglish) {
    std::map<std::string, Rows> files;
    for (const Table& table : kTables) {
        if (*table.chinese != '\0') files[table.chinese] = chinese(table.chinese);
    }
    for (const Table& table : kTables) {
        if (*table.chinese == '\0') continue;
        Rows& rows = files[table.chinese];
        for (const MessageTemplate& row : table.rows) {
            const auto translation = rows.find(std::string(row.id));
            if (translation == rows.end()) {
                ADD_FAILURE() << row.id << " has no row in " << table.chinese;
                continue;
            }
            EXPECT_EQ(holes(translation->second), holes(row.english)) << row.id;
            rows.erase(translation);
        }
    }
    for (const auto& [name, rows] : files) {
        for (const auto& [id, text] : rows)
            ADD_FAILURE() << id << " in " << name << " is the row of no message";
    }
}

TEST(Messages, NamesOfTheCatalogueHaveChineseRows) {
    const auto id_of = [](std::string_view group, std::string_view name) {
        std::string id = std::string(group) + "." + lowercase(name);
        std::replace_if(
            id.begin(), id.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
        return id;
    };
    const Rows names = chinese("names"), conventions_rows = chinese("conventions");
    for (const LayerFamily& family : layer_families()) {
        EXPECT_TRUE(names.contains(id_of("family", family.name))) << family.name;
    }
    for (const Convention& convention : conventions()) {
        EXPECT_TRUE(conventions_rows.contains(id_of("convention_summary", convention.name)))
            << convention.name;
    }
    EXPECT_EQ(conventions_rows.size(), conventions().size());
}

}  // namespace THIS_FILE
}  // namespace paramscope
