// All templates can be read, and every class of every architecture is model text that
// counts.
#include <gtest/gtest.h>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/count.h"
#include "model/read/read.h"
#include "model/write.h"
#include "open/config/template.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

Opened open_config_text(const std::string& json) {
    MemorySource source(json);
    return open_model(source, "config.json");
}

std::string errors(const Diagnostics& diagnostics) {
    std::string lines;
    for (const Diagnostic& each : diagnostics)
        if (each.severity == Severity::Error) lines += testing_support::describe(each.message) + "\n";
    return lines;
}

/// Definitions that a config may name: they say what flows in.
std::vector<std::string> classes(const Architecture& architecture) {
    std::vector<std::string> names;
    for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
        for (const TemplateDefinition& definition : each->definitions) {
            const bool is_class =
                std::any_of(definition.node.children.begin(), definition.node.children.end(),
                            [](const TemplateNode& line) { return line.body.starts_with("input = "); });
            if (is_class) names.push_back(full_name(architecture, definition.name));
        }
    }
    return names;
}

/// Expands the config and counts the result; any error is in the template. A switch may ask for
/// keys that have no default.
void expect_counts(const std::string& json, bool may_lack_keys = false) {
    SCOPED_TRACE(json);
    const Opened opened = open_config_text(json);
    ASSERT_EQ(opened.source, "huggingface-config");
    const bool lacks_key =
        errors(opened.diagnostics).find("config.unexpected_kind(expected: kind.number, found: kind.none)") !=
        std::string::npos;
    if (may_lack_keys && lacks_key) return;
    EXPECT_EQ(errors(opened.diagnostics), "");
    const Report report = count_text(opened.text(), {});
    EXPECT_EQ(errors(report.diagnostics), "");
    ASSERT_NE(report.root(), nullptr);
    const std::string written = write_model_text(read_model_text(opened.text(), nullptr));
    EXPECT_EQ(write_model_text(read_model_text(written, nullptr)), written);
}

bool is_table(const Architecture& architecture) {
    return architecture.definitions.empty() && architecture.base == nullptr;
}

TEST(Architectures, AreReadWithoutErrors) {
    EXPECT_GT(architectures().all().size(), 50u);
    for (const TemplateError& error : architectures().errors())
        ADD_FAILURE() << error.file << ".txt:" << error.line << ": "
                      << testing_support::describe(error.message);
}

TEST(Architectures, HaveOneTypeEach) {
    std::vector<std::string> seen;
    for (const Architecture* const architecture : architectures().all()) {
        for (const std::string& type : architecture->types) {
            EXPECT_EQ(std::count(seen.begin(), seen.end(), type), 0) << type;
            seen.push_back(type);
        }
    }
}

/// The beginning of a config of the architecture's base class, or of one without a class where it has none.
std::string config_of_base(const Architecture& architecture) {
    const std::string base = full_name(architecture, "$Model");
    const std::string named =
        contains(classes(architecture), base) ? concat(", \"architectures\": [\"", base, "\"]") : "";
    return concat("{\"model_type\": \"", architecture.types.front(), "\"", named);
}

TEST(Architectures, EveryClassCountsWithTheLibrarysDefaults) {
    for (const Architecture* const each : architectures().all()) {
        const Architecture& architecture = *each;
        if (is_table(architecture)) continue;
        const std::string type = R"({"model_type": ")" + architecture.types.front() + '"';
        expect_counts(type + "}");
        for (const std::string& name : classes(architecture))
            expect_counts(type + R"(, "architectures": [")" + name + "\"]}");
    }
}

TEST(Architectures, EverySwitchMayBeTurned) {
    for (const Architecture* const known : architectures().all()) {
        const Architecture& architecture = *known;
        for (const Architecture* each = known; each != nullptr; each = each->base) {
            for (const TemplateKey& key : each->keys) {
                const bool is_switch = key.kind != TemplateKey::Kind::Computed &&
                                       key.value.kind == Expression::Kind::Literal &&
                                       key.value.value.kind == ConfigValue::Kind::Boolean;
                if (!is_switch || is_table(architecture)) continue;
                const std::string turned = key.value.value.boolean ? "false" : "true";
                expect_counts(concat(config_of_base(architecture), ", \"", key.name, "\": ", turned, "}"),
                              true);
            }
        }
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
