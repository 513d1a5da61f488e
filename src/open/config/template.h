// Reads architectures/*.txt: for each model_type the keys of its config with the library's defaults, and
// templates of its classes. docs/configs.md describes the language.
//
// This folder reads config.json of Hugging Face's libraries. config.cpp finds the architecture and the class,
// config_keys.h evaluates the keys, expand.h expands the template.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/shipped_texts.h"
#include "open/config/expression.h"

namespace paramscope::open {

/// A key of the config: `hidden_size = 4096`, `head_dim ?= hidden_size / num_attention_heads`, or one that is
/// only computed: `inner := 4*n_embd`. `no_bias == True` is a key that templates do not use.
struct TemplateKey {
    enum class Kind {
        Default,   ///< `=`: the library's default for a missing key; null is None
        Fallback,  ///< `?=`: the value of a key that is missing or null
        Computed,  ///< `:=`: never read from the config
        Assumed,   ///< `==`: the only value that the template knows; with another one its total is an estimate
    };

    std::string name;                ///< in the model text
    std::vector<std::string> paths;  ///< in the config, tried in order: `name`, `attn_config.kv_n_heads`
    Kind kind = Kind::Default;
    Expression value;
};

/// `with name = expression` behind a line: a name for the lines inside it.
struct TemplateBinding {
    std::string name;
    Expression value;
};

/// A line of a definition, with the lines inside its parentheses.
struct TemplateNode {
    std::string
        name;  ///< the child's, without parentheses; "" for the head of a definition, ties, `input = ...`
    std::string repeat;  ///< the count before ` x `
    std::string body;    ///< `Linear(hidden_size, 4)`, `ModuleList(` if it opens, `$Attention` if it uses
    bool opens = false;  ///< the lines up to the closing parenthesis are children
    bool uses = false;   ///< `body` names a definition, which is inserted
    std::optional<Diagnostic> remark;  ///< of `note: ...` (a note) and `unknown: ...` (a warning)
    std::vector<TemplateNode> children;

    std::optional<Expression> condition;   ///< `if ...`
    std::string loop;                      ///< `for i in ...`: the name
    std::optional<Expression> loop_begin;  ///< of `for i in a..b`
    std::optional<Expression> loop_end;
    std::vector<TemplateBinding> bindings;  ///< `with ...`
    std::string scope;         ///< `of vision_config`: the object of the config that the children read
    std::string scope_type;    ///< `of vision_config: clip_vision_model`: its model_type if it has none
    std::string scope_prefix;  ///< `of vision_config as vision`: the prefix of its hyper-parameters
    unsigned line = 0;         ///< in its file
};

/// The template of a module type. Several may share a name, with different conditions.
struct TemplateDefinition {
    std::string name;  ///< `$Attention`, `$` means the prefix
    TemplateNode node;
};

/// The template of one or several model_types: `[mistral, mixtral: llama] Mistral`.
struct Architecture {
    std::string file;                ///< the data file's name
    std::vector<std::string> types;  ///< values of model_type
    std::string base_name;           ///< the architecture to inherit keys and definitions from, "" for none
    const Architecture* base = nullptr;
    std::string prefix;  ///< the value of `$`
    std::vector<TemplateKey> keys;
    std::vector<TemplateDefinition> definitions;
};

/// True for the architecture that is counted for an unknown model_type: its total is an estimate.
bool is_stand_in(const Architecture& architecture);

/// A mistake in a data file.
struct TemplateError {
    std::string file;
    unsigned line = 0;
    Message message;
};

/// All architectures of the data files. Their heads are read at once, the lines below when they are asked
/// for.
class ArchitectureLibrary {
  public:
    explicit ArchitectureLibrary(std::span<const ShippedText> files);

    const Architecture* find(std::string_view model_type);
    /// The first that defines the class `name`, "LlamaForCausalLM".
    const Architecture* find_class(std::string_view name);
    std::vector<const Architecture*> all();
    /// The mistakes in what has been read.
    const std::vector<TemplateError>& errors() const { return errors_; }

  private:
    struct Entry {
        Architecture architecture;
        std::string_view lines;  ///< below its head
        unsigned head_line = 0;  ///< in its file
        Entry* base = nullptr;
        bool is_read = false;
    };

    void read_heads(const ShippedText& file);
    void find_base(Entry& entry);
    Entry* find_entry(std::string_view model_type);
    const Architecture* read(Entry& entry);

    std::vector<Entry> entries_;
    std::vector<TemplateError> errors_;
};

/// The architectures that the program ships.
ArchitectureLibrary& architectures();

/// The key `name` of an architecture or of its bases; nullptr when there is none.
const TemplateKey* find_key(const Architecture& architecture, std::string_view name);

/// `name` with `$` replaced by the prefix.
std::string full_name(const Architecture& architecture, std::string_view name);

}  // namespace paramscope::open
