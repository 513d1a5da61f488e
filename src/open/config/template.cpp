#include "open/config/template.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/config/messages.h"

namespace paramscope {

// Generated from the files of architectures/ (see src/CMakeLists.txt).
extern const std::span<const ShippedText> kArchitectureTexts;

namespace open {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) parts.emplace_back(trim(take_until(text, separator)));
    return parts;
}

/// Removes the clause behind the last ` word ` from `line`, and returns it; nullopt when there is none.
std::optional<std::string_view> take_clause(std::string_view& line, std::string_view word) {
    const std::size_t at = line.rfind(concat(' ', word, ' '));
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view clause = trim(line.substr(at + word.size() + 2));
    line = trim(line.substr(0, at));
    return clause;
}

/// Calls `visit` with each line, its number from `number` on, and what follows it.
template <typename Visit>
void for_each_line(std::string_view text, unsigned number, const Visit& visit) {
    for (; !text.empty(); ++number) {
        const std::string_view line = take_until(text, '\n');
        visit(line, number, text);
    }
}

/// A line without indentation is not in a definition.
bool is_head(std::string_view line) {
    return line.starts_with('[');
}

/// Reads the lines of one architecture into it.
class Reader {
  public:
    Reader(Architecture& architecture, std::vector<TemplateError>& errors)
        : architecture_(architecture), errors_(errors) {}

    void read(std::string_view lines, unsigned first_line) {
        for_each_line(lines, first_line, [this](std::string_view whole, unsigned number, std::string_view) {
            line_ = number;
            const std::string_view line = trim(whole);
            if (!line.empty() && !line.starts_with('#')) read_line(line);
        });
        if (!open_.empty()) fail(message("template.open_parenthesis"));
    }

  private:
    void read_line(std::string_view line) {
        if (line.starts_with(')')) return close(line);
        if (!open_.empty()) return add(read_node(line));
        const bool defines = line.ends_with('(') || line.find("( if ") != std::string_view::npos;
        defines ? read_definition(line) : read_key(line);
    }

    /// name, path = expression
    void read_key(std::string_view line) {
        const std::size_t sign = line.find('=');
        if (sign == std::string_view::npos || sign == 0) return fail(message("template.key"));
        TemplateKey key;
        const char before = line[sign - 1];
        if (before == '?') key.kind = TemplateKey::Kind::Fallback;
        if (before == ':') key.kind = TemplateKey::Kind::Computed;
        const bool is_plain = key.kind == TemplateKey::Kind::Default;
        key.paths = split(line.substr(0, is_plain ? sign : sign - 1), ',');
        const bool is_assumed = is_plain && line.substr(sign).starts_with("==");
        if (is_assumed) key.kind = TemplateKey::Kind::Assumed;
        if (key.paths.empty()) return fail(message("template.key_name"));
        key.name = key.paths.front();
        key.value = expression(trim(line.substr(sign + (is_assumed ? 2 : 1))));
        architecture_.keys.push_back(std::move(key));
    }

    void read_definition(std::string_view line) {
        TemplateNode node = read_node(line);
        TemplateDefinition& definition = architecture_.definitions.emplace_back();
        definition.name = node.body.substr(0, node.body.find('('));
        definition.node = std::move(node);
        open_.push_back(&definition.node);
    }

    TemplateNode read_node(std::string_view line) {
        TemplateNode node;
        node.line = line_;
        if (const auto clause = take_clause(line, "if")) node.condition = expression(*clause);
        if (line.starts_with("note: ") || line.starts_with("unknown: ")) {
            read_remark(node, line);
            return node;
        }
        if (const auto clause = take_clause(line, "for")) read_loop(node, *clause);
        if (const auto clause = take_clause(line, "with")) read_bindings(node, *clause);
        if (const auto clause = take_clause(line, "of")) read_scope(node, *clause);
        if (line.starts_with('(')) {
            const std::size_t end = line.find("): ");
            if (end == std::string_view::npos) fail(message("template.child_name"));
            node.name = line.substr(1, end == std::string_view::npos ? 0 : end - 1);
            line = trim(line.substr(std::min(line.size(), end == std::string_view::npos ? end : end + 3)));
            if (const std::size_t times = line.find(" x "); times != std::string_view::npos) {
                node.repeat = trim(line.substr(0, times));
                line = trim(line.substr(times + 3));
            }
        }
        node.body = line;
        node.opens = line.ends_with('(');
        node.uses = !node.name.empty() && line.find('(') == std::string_view::npos && line != "None";
        return node;
    }

    /// note: text_flops_only
    void read_remark(TemplateNode& node, std::string_view line) {
        const std::size_t colon = line.find(':');
        const std::string_view name = trim(line.substr(colon + 1));
        std::optional<Message> remark = find_remark(name);
        if (!remark) return fail(message("template.unknown_remark", {{"name", name}}));
        const Severity severity = line.substr(0, colon) == "note" ? Severity::Note : Severity::Warning;
        node.remark = Diagnostic{severity, std::move(*remark)};
    }

    /// i in 4, i in 1..4
    void read_loop(TemplateNode& node, std::string_view clause) {
        const std::size_t in = clause.find(" in ");
        if (in == std::string_view::npos) return fail(message("template.loop"));
        node.loop = clause.substr(0, in);
        clause = clause.substr(in + 4);
        if (const std::size_t dots = clause.find(".."); dots != std::string_view::npos) {
            node.loop_begin = expression(clause.substr(0, dots));
            clause = clause.substr(dots + 2);
        }
        node.loop_end = expression(trim(clause));
    }

    /// a = 1, b = 2*c
    void read_bindings(TemplateNode& node, std::string_view clause) {
        for (const std::string& part : split(clause, ';')) {
            const std::size_t sign = part.find('=');
            if (sign == std::string::npos) return fail(message("template.binding"));
            node.bindings.push_back({std::string(trim(std::string_view(part).substr(0, sign))),
                                     expression(trim(std::string_view(part).substr(sign + 1)))});
        }
    }

    /// vision_config: clip_vision_model as vision
    void read_scope(TemplateNode& node, std::string_view clause) {
        if (const auto prefix = take_clause(clause, "as")) node.scope_prefix = *prefix;
        const std::size_t colon = clause.find(':');
        node.scope = trim(clause.substr(0, colon));
        if (colon != std::string_view::npos) node.scope_type = trim(clause.substr(colon + 1));
    }

    void add(TemplateNode node) {
        const bool opens = node.opens;
        open_.back()->children.push_back(std::move(node));
        if (opens) open_.push_back(&open_.back()->children.back());
    }

    void close(std::string_view line) {
        if (line != ")") return fail(message("template.closing_alone"));
        if (open_.empty()) return fail(message("template.closes_nothing"));
        open_.pop_back();
    }

    Expression expression(std::string_view text) {
        Result<Expression> parsed = parse_template_expression(text);
        if (parsed) return std::move(*parsed);
        fail(message("template.expression", {{"problem", parsed.error().message}, {"expression", text}}));
        return {};
    }

    void fail(Message problem) { errors_.push_back({architecture_.file, line_, std::move(problem)}); }

    Architecture& architecture_;
    std::vector<TemplateError>& errors_;
    unsigned line_ = 0;
    std::vector<TemplateNode*>
        open_;  ///< lines whose parenthesis is open; their vectors do not grow meanwhile
};

/// [mistral, ministral: llama] Mistral
Architecture read_head(std::string_view line, std::string_view file) {
    const std::size_t end = line.find(']');
    std::string_view names = line.substr(1, end - 1);
    Architecture architecture;
    architecture.file = file;
    architecture.prefix = trim(line.substr(end + 1));
    if (const std::size_t colon = names.find(':'); colon != std::string_view::npos) {
        architecture.base_name = trim(names.substr(colon + 1));
        names = names.substr(0, colon);
    }
    architecture.types = split(names, ',');
    return architecture;
}

}  // namespace

ArchitectureLibrary::ArchitectureLibrary(std::span<const ShippedText> files) {
    for (const ShippedText& file : files) read_heads(file);
    for (Entry& entry : entries_) find_base(entry);
}

void ArchitectureLibrary::read_heads(const ShippedText& file) {
    const std::size_t first = entries_.size();
    for_each_line(file.text, 1, [&](std::string_view line, unsigned number, std::string_view rest) {
        const auto fail = [&](Message problem) {
            errors_.push_back({std::string(file.name), number, std::move(problem)});
        };
        if (!is_head(line)) {
            const bool is_lost = entries_.size() == first && !trim(line).empty() && !line.starts_with('#');
            return is_lost ? fail(message("template.no_head")) : void();
        }
        if (line.find(']') == std::string_view::npos) return fail(message("template.closing_bracket"));
        if (entries_.size() > first) {
            std::string_view& above = entries_.back().lines;
            above = above.substr(0, static_cast<std::size_t>(line.data() - above.data()));
        }
        entries_.push_back({read_head(line, file.name), rest, number, nullptr, false});
    });
}

void ArchitectureLibrary::find_base(Entry& entry) {
    Architecture& architecture = entry.architecture;
    if (architecture.base_name.empty()) return;
    Entry* const base = find_entry(architecture.base_name);
    const auto fail = [&](Message problem) {
        errors_.push_back({architecture.file, entry.head_line, std::move(problem)});
    };
    const auto& name = architecture.base_name;
    if (base == nullptr) return fail(message("template.unknown_base", {{"type", name}}));
    for (const Entry* each = base; each != nullptr; each = each->base) {
        if (each == &entry) return fail(message("template.circular_base", {{"type", name}}));
    }
    entry.base = base;
    architecture.base = &base->architecture;
}

ArchitectureLibrary::Entry* ArchitectureLibrary::find_entry(std::string_view model_type) {
    for (Entry& entry : entries_) {
        const std::vector<std::string>& types = entry.architecture.types;
        if (contains(types, model_type)) return &entry;
    }
    return nullptr;
}

/// Reads the lines of an architecture and of its bases, once.
const Architecture* ArchitectureLibrary::read(Entry& entry) {
    for (Entry* each = &entry; each != nullptr && !each->is_read; each = each->base) {
        each->is_read = true;
        Reader(each->architecture, errors_).read(each->lines, each->head_line + 1);
    }
    return &entry.architecture;
}

const Architecture* ArchitectureLibrary::find(std::string_view model_type) {
    Entry* const entry = find_entry(model_type);
    return entry != nullptr ? read(*entry) : nullptr;
}

const Architecture* ArchitectureLibrary::find_class(std::string_view name) {
    for (Entry& entry : entries_) {
        const Architecture* const architecture = read(entry);
        for (const Architecture* each = architecture; each != nullptr; each = each->base) {
            for (const TemplateDefinition& definition : each->definitions) {
                if (full_name(*architecture, definition.name) == name) return architecture;
            }
        }
    }
    return nullptr;
}

std::vector<const Architecture*> ArchitectureLibrary::all() {
    std::vector<const Architecture*> all;
    for (Entry& entry : entries_) all.push_back(read(entry));
    return all;
}

std::optional<Message> find_remark(std::string_view name) {
    const std::string id = concat("remark.", name);
    const auto* found = find_by(kConfigMessages, &MessageTemplate::id, id);
    if (found == nullptr) return std::nullopt;
    return Message(*found, {});
}

[[gnu::noinline]] ArchitectureLibrary& architectures() {
    static ArchitectureLibrary library(kArchitectureTexts);
    return library;
}

const TemplateKey* find_key(const Architecture& architecture, std::string_view name) {
    for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
        for (const TemplateKey& key : each->keys) {
            if (key.name == name) return &key;
        }
    }
    return nullptr;
}

bool is_stand_in(const Architecture& architecture) {
    return architecture.types.front() == "unknown";
}

std::string full_name(const Architecture& architecture, std::string_view name) {
    std::string full;
    for (const char letter : name) letter == '$' ? append(full, architecture.prefix) : full.push_back(letter);
    return full;
}

}  // namespace open
}  // namespace paramscope
