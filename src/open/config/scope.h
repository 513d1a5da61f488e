// Names of templates joined to a config: their values, and how they are written in model text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "open/config/template.h"

namespace paramscope::open {

/// An object of the config and the architecture that reads it.
struct ConfigScope {
    const Architecture* architecture = nullptr;
    JsonValue config;    ///< Missing: all keys have their defaults
    std::string prefix;  ///< before its keys in the model text: "vision"
};

/// A name that a template gives: `for i in ...`, `with dim = ...`. Innermost first.
struct ConfigLocal {
    std::string_view name;
    ConfigValue number;                    ///< of a loop
    const Expression* bound = nullptr;     ///< of `with`: means what it does where it was bound
    const ConfigScope* scope = nullptr;    ///< ... in this scope,
    const ConfigLocal* outside = nullptr;  ///< ... among these names
    const ConfigLocal* outer = nullptr;
};

/// Where an expression stands.
struct ConfigPlace {
    const ConfigScope* scope = nullptr;
    const ConfigLocal* locals = nullptr;
};

/// What the config tells of a key, at the first of its places that it has; Missing when at none.
JsonValue find_told(const TemplateKey& key, const JsonValue& config);

/// Reads keys of a config and collects those that the model text needs as hyper-parameters.
class ConfigNames {
  public:
    ConfigValue evaluate(const Expression& expression, ConfigPlace place);

    /// `text` with names as the model text has them, `$` as the prefix and `${...}` as values.
    std::string fill(std::string_view text, ConfigPlace place);

    /// An expression as the model text writes it.
    std::string write(const Expression& expression, ConfigPlace place, int strength = 0);

    /// Tells of a problem; the first is the one that counts.
    void report(std::string message, const ConfigValue& culprit);
    bool failed() const { return has_errors(diagnostics); }

    Diagnostics diagnostics;
    std::string assignments;  ///< `hidden_size = 4096`, a line each, in order of use

  private:
    friend class PlacedNames;

    ConfigValue value_of(std::string_view name, ConfigPlace place);
    ConfigValue read(const TemplateKey& key, ConfigPlace place);
    void check_kind(const TemplateKey& key, const ConfigValue& value);
    std::size_t fill_token(std::string_view text, std::size_t at, ConfigPlace place, std::string& filled);
    std::size_t fill_name(std::string_view text, std::size_t at, ConfigPlace place, std::string& filled);
    Expression parsed(std::string_view text);
    ConfigValue value_of_text(std::string_view text, ConfigPlace place);
    bool is_known(std::string_view name, ConfigPlace place) const;
    std::string write_name(std::string_view name, ConfigPlace place);
    std::string write_key(const TemplateKey& key, ConfigPlace place);
    std::string write_item(std::string_view list, const Expression& index, ConfigPlace place);
    std::string default_text(const TemplateKey& key, const ConfigValue& value, ConfigPlace place);
    void assign(const std::string& name, std::string_view text);
    bool is_assigned(std::string_view name) const;
    std::string checked_number(std::string_view name, const ConfigValue& value);

    std::vector<std::string> assigned_;
    int depth_ = 0;
};

}  // namespace paramscope::open
