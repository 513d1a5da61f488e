#include "open/config/template.h"

#include <algorithm>
#include <array>

#include "base/characters.h"
#include "base/concat.h"

namespace paramscope {

// Generated from the files of architectures/ (see src/CMakeLists.txt).
extern const std::span<const ShippedText> kArchitectureTexts;

namespace open {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.emplace_back(trim(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// Takes what stands behind the last ` word ` off `line`; nullopt when there is none.
std::optional<std::string_view> take_clause(std::string_view& line, std::string_view word) {
    const std::size_t at = line.rfind(concat(' ', word, ' '));
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view clause = trim(line.substr(at + word.size() + 2));
    line = trim(line.substr(0, at));
    return clause;
}

/// Lines that tell people something.
bool is_remark(std::string_view line) {
    return line.starts_with("note: ") || line.starts_with("unknown: ");
}

class Reader {
  public:
    Reader(const ShippedText& file, std::vector<TemplateError>& errors) : file_(file), errors_(errors) {}

    std::vector<Architecture> read() {
        std::string_view rest = file_.text;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            ++line_;
            const std::string_view line = trim(rest.substr(0, end));
            if (!line.empty() && !line.starts_with('#')) read_line(line);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        if (!open_.empty()) fail("a parenthesis is never closed");
        return std::move(all_);
    }

  private:
    void read_line(std::string_view line) {
        if (open_.empty() && line.starts_with('[')) return read_head(line);
        if (all_.empty()) return fail("expected [model_type] first");
        if (line.starts_with(')')) return close(line);
        if (!open_.empty()) return add(read_node(line));
        const bool defines = line.ends_with('(') || line.find("( if ") != std::string_view::npos;
        defines ? read_definition(line) : read_key(line);
    }

    /// [mistral, ministral: llama] Mistral
    void read_head(std::string_view line) {
        const std::size_t end = line.find(']');
        if (end == std::string_view::npos) return fail("expected ']'");
        std::string_view names = line.substr(1, end - 1);
        Architecture& architecture = all_.emplace_back();
        architecture.file = file_.name;
        architecture.prefix = trim(line.substr(end + 1));
        if (const std::size_t colon = names.find(':'); colon != std::string_view::npos) {
            architecture.base_name = trim(names.substr(colon + 1));
            names = names.substr(0, colon);
        }
        architecture.types = split(names, ',');
    }

    /// name, place = expression
    void read_key(std::string_view line) {
        const std::size_t sign = line.find('=');
        if (sign == std::string_view::npos || sign == 0) return fail("expected key = value");
        TemplateKey key;
        const char before = line[sign - 1];
        if (before == '?') key.kind = TemplateKey::Kind::Fallback;
        if (before == ':') key.kind = TemplateKey::Kind::Computed;
        const bool is_plain = key.kind == TemplateKey::Kind::Default;
        key.places = split(line.substr(0, is_plain ? sign : sign - 1), ',');
        if (key.places.empty()) return fail("expected a name before the sign");
        key.name = key.places.front();
        key.value = expression(trim(line.substr(sign + 1)));
        all_.back().keys.push_back(std::move(key));
    }

    void read_definition(std::string_view line) {
        TemplateNode node = read_node(line);
        TemplateDefinition& definition = all_.back().definitions.emplace_back();
        definition.name = node.body.substr(0, node.body.find('('));
        definition.node = std::move(node);
        open_.push_back(&definition.node);
    }

    TemplateNode read_node(std::string_view line) {
        TemplateNode node;
        node.line = line_;
        if (const auto clause = take_clause(line, "if")) node.condition = expression(*clause);
        if (is_remark(line)) {
            node.body = line;
            return node;
        }
        if (const auto clause = take_clause(line, "for")) read_loop(node, *clause);
        if (const auto clause = take_clause(line, "with")) read_bindings(node, *clause);
        if (const auto clause = take_clause(line, "of")) read_scope(node, *clause);
        if (line.starts_with('(')) {
            const std::size_t end = line.find("): ");
            if (end == std::string_view::npos) fail("expected '): ' behind the child's name");
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

    /// i in 4, i in 1..4
    void read_loop(TemplateNode& node, std::string_view clause) {
        const std::size_t in = clause.find(" in ");
        if (in == std::string_view::npos) return fail("expected: for name in number");
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
            if (sign == std::string::npos) return fail("expected: with name = value");
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
        if (line != ")") return fail("expected ')' alone");
        if (open_.empty()) return fail("')' closes nothing");
        open_.pop_back();
    }

    Expression expression(std::string_view text) {
        Result<Expression> parsed = parse_template_expression(text);
        if (parsed) return std::move(*parsed);
        fail(concat(parsed.error().message.english(), " in '", text, "'"));
        return {};
    }

    void fail(std::string message) {
        errors_.push_back({std::string(file_.name), line_, std::move(message)});
    }

    const ShippedText& file_;
    std::vector<TemplateError>& errors_;
    unsigned line_ = 0;
    std::vector<Architecture> all_;
    std::vector<TemplateNode*> open_;  ///< their vectors do not grow while they are open
};

}  // namespace

std::vector<Architecture> parse_architectures(const ShippedText& file, std::vector<TemplateError>& errors) {
    return Reader(file, errors).read();
}

ArchitectureLibrary::ArchitectureLibrary(std::span<const ShippedText> files) {
    for (const ShippedText& file : files) {
        for (Architecture& architecture : parse_architectures(file, errors_))
            architectures_.push_back(std::move(architecture));
    }
    for (Architecture& architecture : architectures_) {
        if (architecture.base_name.empty()) continue;
        const Architecture* base = find(architecture.base_name);
        if (base == nullptr)
            errors_.push_back({architecture.file, 0, concat("there is no [", architecture.base_name, "]")});
        const Architecture* last = base;
        while (last != nullptr && last != &architecture) last = last->base;
        if (last == nullptr)
            architecture.base = base;
        else
            errors_.push_back(
                {architecture.file, 0, concat("[", architecture.base_name, "] is like itself")});
    }
}

const Architecture* ArchitectureLibrary::find(std::string_view model_type) const {
    for (const Architecture& architecture : architectures_) {
        if (std::find(architecture.types.begin(), architecture.types.end(), model_type) !=
            architecture.types.end())
            return &architecture;
    }
    return nullptr;
}

const Architecture* ArchitectureLibrary::find_class(std::string_view name) const {
    for (const Architecture& architecture : architectures_) {
        for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
            for (const TemplateDefinition& definition : each->definitions) {
                if (full_name(architecture, definition.name) == name) return &architecture;
            }
        }
    }
    return nullptr;
}

const ArchitectureLibrary& architectures() {
    static const ArchitectureLibrary library(kArchitectureTexts);
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

std::string full_name(const Architecture& architecture, std::string_view name) {
    std::string full;
    for (const char letter : name) letter == '$' ? append(full, architecture.prefix) : full.push_back(letter);
    return full;
}

}  // namespace open
}  // namespace paramscope
