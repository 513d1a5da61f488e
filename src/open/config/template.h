// The files of architectures/: for each model_type the keys of its config with the library's defaults, and
// the modules it makes of them. docs/configs.md describes the language.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/shipped_texts.h"
#include "open/config/expression.h"

namespace paramscope::open {

/// A key of the config: `hidden_size = 4096`, `head_dim ?= hidden_size / num_attention_heads`, or one that is
/// only computed: `inner := 4*n_embd`.
struct TemplateKey {
    enum class Kind {
        Default,   ///< `=`: the library's default where the config does not tell; null stays None
        Fallback,  ///< `?=`: what null and nothing mean
        Computed,  ///< `:=`: never read from the config
    };

    std::string name;                 ///< in the model text
    std::vector<std::string> places;  ///< where it stands in the config: `name`, `attn_config.kv_n_heads`
    Kind kind = Kind::Default;
    Expression value;
};

/// `with name = expression` behind a line: a name for what stands below it.
struct TemplateBinding {
    std::string name;
    Expression value;
};

/// A line of a definition, with the lines inside its parentheses.
struct TemplateNode {
    std::string
        name;  ///< the child's, without parentheses; "" of the line of a definition, ties, `input = ...`
    std::string repeat;  ///< the count before ` x `
    std::string
        body;  ///< `Linear(hidden_size, 4)`, `ModuleList(` of one that opens, `$Attention` of one that uses
    bool opens = false;  ///< lines follow until the parenthesis closes
    bool uses = false;   ///< the definition named by `body` stands here
    std::vector<TemplateNode> children;

    std::optional<Expression> condition;   ///< `if ...`
    std::string loop;                      ///< `for i in ...`: the name
    std::optional<Expression> loop_begin;  ///< of `for i in a..b`
    std::optional<Expression> loop_end;
    std::vector<TemplateBinding> bindings;  ///< `with ...`
    std::string scope;                      ///< `of vision_config`: the object of the config below this line
    std::string scope_type;    ///< `of vision_config: clip_vision_model`: its model_type if it tells none
    std::string scope_prefix;  ///< `of vision_config as vision`: before its keys in the model text
    unsigned line = 0;         ///< in its file
};

/// A type of module: what its lines are, for each condition.
struct TemplateDefinition {
    std::string name;  ///< `$Attention`, `$` stands for the prefix
    TemplateNode node;
};

/// What one or several model_types have: `[mistral, mixtral: llama] Mistral`.
struct Architecture {
    std::string file;                ///< the data file's name
    std::vector<std::string> types;  ///< values of model_type
    std::string base_name;           ///< what it is like, "" when like none
    const Architecture* base = nullptr;
    std::string prefix;  ///< what `$` stands for
    std::vector<TemplateKey> keys;
    std::vector<TemplateDefinition> definitions;
};

/// Something wrong in a data file.
struct TemplateError {
    std::string file;
    unsigned line = 0;
    std::string message;
};

/// The architectures in `text`, in order; bases are not yet looked up.
std::vector<Architecture> parse_architectures(const ShippedText& file, std::vector<TemplateError>& errors);

/// All architectures of the data files.
class ArchitectureLibrary {
  public:
    explicit ArchitectureLibrary(std::span<const ShippedText> files);

    const Architecture* find(std::string_view model_type) const;
    /// The first that defines the class `name`, "LlamaForCausalLM".
    const Architecture* find_class(std::string_view name) const;
    std::span<const Architecture> all() const { return architectures_; }
    const std::vector<TemplateError>& errors() const { return errors_; }

  private:
    std::vector<Architecture> architectures_;
    std::vector<TemplateError> errors_;
};

/// The library of the data files that the program carries.
const ArchitectureLibrary& architectures();

/// The key `name` of an architecture or of what it is like; nullptr when there is none.
const TemplateKey* find_key(const Architecture& architecture, std::string_view name);

/// `$` replaced by the prefix.
std::string full_name(const Architecture& architecture, std::string_view name);

}  // namespace paramscope::open
