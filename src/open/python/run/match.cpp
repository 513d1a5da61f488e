// Executes match statements: patterns of values, sequences, dicts and classes.
#include "open/python/effects/effects.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

/// Compares one subject with patterns; what they capture is bound when the whole pattern fits.
class Matcher {
  public:
    explicit Matcher(Evaluator& evaluator) : evaluator_(evaluator) {}

    Truth fits(const Node& pattern, const Value& subject) {
        if (evaluator_.is_interrupted() || !evaluator_.step() || subject.is_unknown()) return Truth::Unknown;
        if (pattern.name == "case_pattern")
            return pattern.children.empty() ? Truth::True : fits(*pattern.children[0], subject);
        switch (pattern.kind) {
            case Kind::DottedName:
                if (pattern.children.size() > 1) return is_equal(value_of(pattern), subject);
                capture(pattern.text, subject);
                return Truth::True;
            case Kind::AsPattern:
                return fits_as(pattern, subject);
            case Kind::ListPattern:
                return fits_sequence(pattern.children, subject);
            case Kind::TuplePattern: {
                const bool is_group =
                    pattern.children.size() == 1 && pattern.text.find(',') == std::string_view::npos;
                return is_group ? fits(*pattern.children[0], subject)
                                : fits_sequence(pattern.children, subject);
            }
            case Kind::None:
                return truth_of(subject.is(Type::None));
            case Kind::True:
            case Kind::False:
                return truth_of(subject.is(Type::Bool) && subject.boolean == (pattern.kind == Kind::True));
            case Kind::String:
            case Kind::ConcatenatedString:
                return is_equal(evaluate(evaluator_, pattern), subject);
            case Kind::Integer:
            case Kind::Float: {
                const Value number = evaluate(evaluator_, pattern);
                return is_equal(pattern.text.data()[-1] == '-' ? unary(evaluator_, "-", number) : number,
                                subject);
            }
            default:
                break;
        }
        if (pattern.name == "union_pattern") return fits_any(pattern, subject);
        if (pattern.name == "dict_pattern") return fits_dict(pattern, subject);
        if (pattern.name == "class_pattern") return fits_class(pattern, subject);
        return Truth::Unknown;
    }

    /// Without brackets: `case 1, x:`.
    Truth fits_sequence(const std::vector<const Node*>& patterns, const Value& subject) {
        if (!subject.is(Type::List) && !subject.is(Type::Tuple)) {
            const bool may_be_one = is_foreign(subject) || subject.is(Type::Tensor) ||
                                    subject.is(Type::Range) || is_named_tuple(subject);
            return may_be_one ? Truth::Unknown : Truth::False;
        }
        evaluator_.decisions.decide_by(subject.as<Sequence>().length);
        const std::vector<Value> items = subject.items();
        std::size_t rest = patterns.size();
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            if (splat_of(*patterns[i]) != nullptr) rest = i;
        }
        const bool has_rest = rest < patterns.size();
        if (has_rest ? items.size() + 1 < patterns.size() : items.size() != patterns.size())
            return Truth::False;
        const std::size_t more = has_rest ? items.size() + 1 - patterns.size() : 0;
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            const auto first =
                items.begin() + static_cast<std::ptrdiff_t>(i < rest ? i : i + more - has_rest);
            if (i == rest) {
                const auto begin = items.begin() + static_cast<std::ptrdiff_t>(rest);
                const Node* name = splat_of(*patterns[i])->child(Kind::Identifier);
                if (name != nullptr)
                    capture(name->text, evaluator_.list({begin, begin + static_cast<std::ptrdiff_t>(more)}));
                continue;
            }
            const Truth fit = fits(*patterns[i], *first);
            if (fit != Truth::True) return fit;
        }
        return Truth::True;
    }

    void bind_captures() {
        for (const auto& [name, value] : captures_) bind_name(evaluator_, name, value);
    }

  private:
    static Truth truth_of(bool boolean) { return boolean ? Truth::True : Truth::False; }

    /// True for values whose class is not known.
    static bool is_foreign(const Value& value) {
        return value.is(Type::Opaque) || (value.is(Type::Instance) && value.instance().cls->unknown_base);
    }

    bool is_named_tuple(const Value& value) const {
        return value.is(Type::Instance) && value.instance().cls->derives_from(evaluator_.known.named_tuple);
    }

    static const Node* splat_of(const Node& pattern) {
        const Node* inner =
            pattern.name == "case_pattern" && !pattern.children.empty() ? pattern.children[0] : &pattern;
        return inner->name == "splat_pattern" ? inner : nullptr;
    }

    void capture(std::string_view name, const Value& value) {
        if (name != "_") captures_.emplace_back(name, value);
    }

    /// The value of a dotted name.
    Value value_of(const Node& name) {
        Value value = Value::none();
        for (std::size_t i = 0; i < name.children.size() && !evaluator_.is_interrupted(); ++i)
            value = i == 0 ? evaluate(evaluator_, *name.children[0])
                           : attribute(evaluator_, value, name.children[i]->text);
        return value;
    }

    Truth is_equal(const Value& pattern, const Value& subject) {
        if (evaluator_.is_interrupted()) return Truth::Unknown;
        return decide(evaluator_, compare(evaluator_, "==", subject, pattern));
    }

    Truth fits_as(const Node& pattern, const Value& subject) {
        if (pattern.children.size() != 2) return Truth::Unknown;
        const Truth fit = fits(*pattern.children[0], subject);
        if (fit == Truth::True) capture(pattern.children[1]->text, subject);
        return fit;
    }

    Truth fits_any(const Node& pattern, const Value& subject) {
        for (const Node* each : pattern.children) {
            const auto before = captures_;
            const Truth fit = fits(*each, subject);
            if (fit != Truth::False) return fit;
            captures_ = before;
        }
        return Truth::False;
    }

    Truth fits_dict(const Node& pattern, const Value& subject) {
        if (!subject.is(Type::Dict)) return is_foreign(subject) ? Truth::Unknown : Truth::False;
        const Value rest = evaluator_.dict();
        for (const Dict::Entry& entry : subject.as<Dict>().entries) {
            if (!entry.is_removed) set_item(evaluator_, rest, entry.key, entry.value);
        }
        const Node* key = nullptr;
        for (const Node* each : pattern.children) {
            if (each->field == Field::Key) key = each;
            if (each->name == "splat_pattern" && !each->children.empty())
                capture(each->children[0]->text, rest);
            if (each->field != Field::Value || key == nullptr) continue;
            const Value wanted = key->kind == Kind::DottedName ? value_of(*key) : evaluate(evaluator_, *key);
            const std::optional<std::string> name = key_of(wanted);
            if (evaluator_.is_interrupted() || !name) return Truth::Unknown;
            const Value* found = subject.as<Dict>().find(*name);
            if (found == nullptr) return Truth::False;
            rest.as<Dict>().remove(*name);
            const Truth fit = fits(*each, *found);
            if (fit != Truth::True) return fit;
        }
        return Truth::True;
    }

    Truth fits_class(const Node& pattern, const Value& subject) {
        const Value cls = value_of(*pattern.children.at(0));
        if (evaluator_.is_interrupted() || !cls.is(Type::Class)) return Truth::Unknown;
        if (!is_instance(evaluator_, subject, cls.cls())) {
            return is_foreign(subject) ? Truth::Unknown : Truth::False;
        }
        for (std::size_t i = 1; i < pattern.children.size(); ++i) {
            const Node& part = *pattern.children[i];
            const Node* keyword = part.children.empty() ? nullptr : part.children[0];
            const bool has_name = keyword != nullptr && keyword->name == "keyword_pattern";
            if (!has_name && cls.cls().makes != Type::Instance) {
                const Truth fit = fits(part, subject);
                if (fit != Truth::True) return fit;
                continue;
            }
            const std::vector<std::string>& fields = cls.cls().fields;
            if (!has_name && i > fields.size()) return Truth::Unknown;
            const std::string_view name =
                has_name ? keyword->children.at(0)->text : std::string_view(fields[i - 1]);
            const std::optional<Value> value = find_attribute(evaluator_, subject, name);
            if (!value) return Truth::False;
            if (has_name && keyword->children.size() < 2) continue;  // name=_
            const Truth fit = fits(has_name ? *keyword->children[1] : part, *value);
            if (fit != Truth::True) return fit;
        }
        return Truth::True;
    }

    Evaluator& evaluator_;
    std::vector<std::pair<std::string_view, Value>> captures_;
};

/// The patterns of a case clause.
std::vector<const Node*> patterns_of(const Node& clause) {
    std::vector<const Node*> patterns;
    for (const Node* each : clause.children) {
        if (each->name == "case_pattern") patterns.push_back(each);
    }
    return patterns;
}

}  // namespace

void match_statement(Evaluator& e, const Node& node) {
    const Node* body = node.child(Field::Body);
    std::vector<Value> subjects;
    for (const Node* each : node.children) {
        if (each != body && each->kind != Kind::Token) subjects.push_back(evaluate(e, *each));
        if (e.is_interrupted()) return;
    }
    if (body == nullptr || subjects.empty()) return;
    const Value subject = subjects.size() == 1 ? subjects[0] : e.tuple(std::move(subjects));
    for (const Node* clause : body->children) {
        const std::vector<const Node*> patterns = patterns_of(*clause);
        const Node* block = clause->child(Field::Consequence);
        if (patterns.empty() || block == nullptr) continue;
        Matcher matcher(e);
        Truth fit = patterns.size() == 1 ? matcher.fits(*patterns[0], subject)
                                         : matcher.fits_sequence(patterns, subject);
        if (e.is_interrupted()) return;
        if (fit == Truth::True) {
            matcher.bind_captures();
            const Node* guard = clause->child(Kind::IfClause);
            if (guard != nullptr && !guard->children.empty())
                fit = decide(e, evaluate(e, *guard->children[0]));
            if (e.is_interrupted()) return;
        }
        if (fit == Truth::Unknown)
            return forget_changes(e, node,
                                  e.unknown(message("python.unknown_syntax", {{"kind", node.name}})));
        if (fit == Truth::True) return execute_block(e, *block);
    }
}

}  // namespace paramscope::open::python
