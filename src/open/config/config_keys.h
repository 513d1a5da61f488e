// Evaluates the names in templates over a config, and writes them as hyper-parameters of the model text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "open/config/template.h"

namespace paramscope::open {

/// An object of the config, and the architecture whose template reads it.
struct ConfigScope {
    const Architecture* architecture = nullptr;
    JsonValue config;    ///< Missing: all keys have their defaults
    std::string prefix;  ///< of its hyper-parameters: "vision" gives vision_hidden_size
};

/// A name that a template defines, by `for i in ...` or `with dim = ...`. A list, innermost first.
struct TemplateLocal {
    std::string_view name;
    ConfigValue number;                      ///< of a loop
    const Expression* bound = nullptr;       ///< of `with`, evaluated ...
    const ConfigScope* scope = nullptr;      ///< ... in this scope
    const TemplateLocal* outside = nullptr;  ///< ... with these names
    const TemplateLocal* outer = nullptr;    ///< the next local
};

/// The scope in which the names of an expression are looked up.
struct ExpressionContext {
    const ConfigScope* scope = nullptr;
    const TemplateLocal* locals = nullptr;
};

/// The value of a key in the scope's config; Missing when it has none. A part of the config is asked before
/// the whole, which may hold an old copy of it (`text_config.hidden_size`, then `hidden_size`).
JsonValue find_in_config(const TemplateKey& key, const ConfigScope& scope);

/// Finds a key of an object by all of its names (key_names.cpp): that which wins, `hidden_size` for the
/// d_model of a BART, then its own, then those that it wins over. Its model_type is one of `types`, the first
/// where it has none; any for no types. Missing when it has none.
JsonValue find_by_names(const JsonValue& object, std::string_view key, const std::vector<std::string>& types);

/// Returns the other names of a key.
std::vector<std::string_view> other_names(std::string_view key, std::string_view type);

/// Evaluates and writes expressions of templates; collects the hyper-parameters that the model text needs.
class ConfigKeys {
  public:
    ConfigValue evaluate(const Expression& expression, ExpressionContext context);

    /// `text` with keys as hyper-parameters, `$` as the architecture's prefix, and `${...}` as its value.
    std::string fill(std::string_view text, ExpressionContext context);

    /// An expression as model text. In parentheses when its operator binds weaker than `precedence`.
    std::string write(const Expression& expression, ExpressionContext context, int precedence = 0);

    /// Adds an error at `culprit`, unless there is one already.
    void report(Message problem, const ConfigValue& culprit);
    bool failed() const { return has_errors(diagnostics); }

    Diagnostics diagnostics;
    std::vector<ConfigScope> scopes;  ///< the parts of the config that have been expanded
    std::string assignments;          ///< `hidden_size = 4096`, one a line, in order of use

  private:
    friend class ContextNames;

    ConfigValue value_of(std::string_view name, ExpressionContext context);
    ConfigValue read(const TemplateKey& key, ExpressionContext context);
    void check_kind(const TemplateKey& key, const ConfigValue& value);
    std::size_t fill_token(std::string_view text, std::size_t at, ExpressionContext context,
                           std::string& filled);
    std::size_t fill_name(std::string_view text, std::size_t at, ExpressionContext context,
                          std::string& filled);
    Expression parse(std::string_view text);
    bool is_defined(std::string_view name, ExpressionContext context) const;
    void report_unknown_name(std::string_view name, ExpressionContext context);
    std::string write_name(std::string_view name, ExpressionContext context);
    std::string write_key(const TemplateKey& key, ExpressionContext context);
    std::string write_item(std::string_view list, const Expression& index, ExpressionContext context);
    std::string write_call(const Expression& call, ExpressionContext context);
    std::string default_text(const TemplateKey& key, const ConfigValue& value, ExpressionContext context);
    void assign(const std::string& name, std::string_view text, const std::string& number);
    bool is_assigned(std::string_view name) const;
    /// True unless `name` is a hyper-parameter of another value.
    bool is_free(std::string_view name, std::string_view number) const;
    std::string number_text(std::string_view name, const ConfigValue& value);

    /// A hyper-parameter and its value.
    struct Assigned {
        std::string name;
        std::string number;
    };

    std::vector<Assigned> assigned_;
    int depth_ = 0;  ///< keys whose values are being computed, each for the one before
};

}  // namespace paramscope::open
