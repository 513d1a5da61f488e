#include "open/python/run/evaluator.h"

#include <algorithm>

#include "base/concat.h"
#include "open/checkpoint/support/contents.h"
#include "open/python/imports/source_files.h"

namespace paramscope::open::python {

Evaluator::Evaluator(const SyntaxTree& tree, std::set<std::string> pinned)
    : tree_(tree), pinned_(std::move(pinned)) {
    builtins_ = make<Scope>();
    globals_ = make<Scope>();
    globals_->globals = globals_;
    globals_->parent = nullptr;
    scope_ = globals_;
    add_builtin_classes();
    add_builtins();
}

Evaluator::~Evaluator() = default;

// Flow ------------------------------------------------------------------------------------------------------

Value Evaluator::stop(Message message) {
    if (flow_ != Flow::Stop) {
        flow_ = Flow::Stop;
        stop_reason_ = message;
        exception_span_ = place();
    }
    return Value::none();
}

void Evaluator::stop_for_memory() {
    stop(message("python.too_much_memory"));
}

/// Ends the statement that runs when it alone takes too many steps, else the evaluation.
void Evaluator::stop_for_steps() {
    if (flow_ == Flow::Stop) return;
    is_given_up_ = last_step_ != kNoBound && steps_ <= kMostSteps;
    stop(message("python.too_many_steps", {{"limit", kMostSteps}}));
}

bool Evaluator::step(std::size_t count) {
    steps_ += count;
    if (steps_ > std::min(kMostSteps, last_step_)) stop_for_steps();
    return !is_interrupted();
}

bool Evaluator::read(const Value& value) {
    constexpr std::size_t kBytesOfStep = 128;
    return step(value.is(Type::Str) ? value.str().size() / kBytesOfStep : 0);
}

bool Evaluator::has_room(std::size_t items) {
    if (items_ + items > kMostItems) stop_for_memory();
    return flow_ != Flow::Stop;
}

bool Evaluator::count_items(std::size_t count) {
    items_ += count;
    if (items_ > kMostItems) stop_for_memory();
    return flow_ != Flow::Stop && step(count / 4);
}

Value Evaluator::raise(std::string_view exception, std::string_view sentence) {
    if (is_stopped()) return Value::none();
    ClassObject* cls = find_class(exception);
    auto* instance = make<InstanceObject>();
    instance->cls = cls != nullptr ? cls : known.exception;
    instance->attributes.set("args", tuple({text(std::string(sentence))}));
    return raise_instance(Value::of(Type::Instance, instance));
}

Value Evaluator::raise_instance(const Value& exception) {
    if (is_stopped()) return Value::none();
    exception_ = exception;
    exception_span_ = place();
    flow_ = Flow::Raise;
    return unknown(message("python.raised", {{"exception", exception_text(exception)}}));
}

std::string Evaluator::exception_text(const Value& exception) {
    if (!exception.is(Type::Instance)) return "Exception";
    const InstanceObject& instance = exception.instance();
    const Value* args = instance.attributes.find("args");
    std::string what;
    if (args != nullptr && args->is(Type::Tuple) && !args->items().empty()) {
        const Value& first = args->items().front();
        what = first.is(Type::Str) ? first.str() : represent(first);
    }
    constexpr std::size_t kLongest = 300;
    if (what.size() > kLongest) what = what.substr(0, kLongest) + "...";
    what = sanitize_text(what);
    return what.empty() ? instance.cls->name : concat(instance.cls->name, ": ", what);
}

Value Evaluator::take_exception() {
    flow_ = Flow::Next;
    return exception_;
}

std::string Evaluator::catch_exception() {
    return exception_text(take_exception());
}

// Values ----------------------------------------------------------------------------------------------------

Value Evaluator::unknown(Message reason) {
    ++doubtful_steps_;
    auto* object = make<Unknown>();
    object->reason = std::move(reason);
    object->span = place();
    return Value::of(Type::Unknown, object);
}

Value Evaluator::text(std::string text, const Polynomial* decided_by) {
    characters_ += text.size();
    if (characters_ > kMostCharacters) stop_for_memory();
    auto* object = make<Str>();
    object->text = std::move(text);
    object->length =
        static_cast<std::size_t>(std::count_if(object->text.begin(), object->text.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
        }));
    Value value = Value::of(Type::Str, object);
    value.formula = decided_by;
    return value;
}

Value Evaluator::tuple(std::vector<Value> items) {
    count_items(items.size());
    auto* object = make<Sequence>();
    object->items = std::move(items);
    return Value::of(Type::Tuple, object);
}

Value Evaluator::list(std::vector<Value> items, const Polynomial* length) {
    Value value = tuple(std::move(items));
    value.as<Sequence>().length = length;
    value.type = Type::List;
    return value;
}

Value Evaluator::dict() {
    return Value::of(Type::Dict, make<Dict>());
}

Value Evaluator::builtin(std::string_view name, BuiltinFunction function, Value self) {
    auto* object = make<BuiltinObject>();
    object->name = name;
    object->function = function;
    object->self = self;
    return Value::of(Type::Builtin, object);
}

Value Evaluator::opaque(std::string_view name) {
    auto* object = make<OpaqueObject>();
    object->name = name;
    return Value::of(Type::Opaque, object);
}

// Formulas --------------------------------------------------------------------------------------------------

const Polynomial* Evaluator::keep(Polynomial formula) {
    if (formula.is_faulted() || formula.is_constant() || formula.size() > 500) return nullptr;
    formulas_.push_back(std::move(formula));
    return &formulas_.back();
}

std::set<std::string> Evaluator::sources(const Polynomial& formula) const {
    std::set<std::string> found;
    for (const std::string& symbol : symbols(formula)) {
        const auto derived = derived_.find(symbol);
        if (derived == derived_.end()) {
            found.insert(symbol);
        } else {
            found.insert(derived->second.begin(), derived->second.end());
        }
    }
    return found;
}

const Polynomial* Evaluator::derived(const Polynomial* a, const Polynomial* b) {
    if (a == nullptr && b == nullptr) return nullptr;
    // Loops ask the same over and over.
    Derivation& recent = recently_derived_[(std::hash<const void*>()(a) * 31 + std::hash<const void*>()(b)) /
                                           16 % recently_derived_.size()];
    if (recent.a == a && recent.b == b && recent.result != nullptr) return recent.result;
    std::set<std::string> from;
    for (const Polynomial* each : {a, b}) {
        if (each != nullptr) from.merge(sources(*each));
    }
    recent = {a, b, derived(std::move(from))};
    return recent.result;
}

const Polynomial* Evaluator::derived(std::set<std::string> from) {
    const auto found = derived_formulas_.find(from);
    if (found != derived_formulas_.end()) return found->second;
    const std::string name = concat("#", derived_.size());
    const Polynomial* formula = keep(Polynomial::symbol(name));
    derived_.emplace(name, from);
    derived_formulas_.emplace(std::move(from), formula);
    return formula;
}

bool Evaluator::is_plain(const Polynomial& formula) {
    const std::vector<std::string> names = symbols(formula);
    return std::none_of(names.begin(), names.end(), is_derived);
}

void Evaluator::decide_by(const Polynomial* formula) {
    if (formula == nullptr || undecided_ > 0) return;
    decided_by_.merge(sources(*formula));
}

void Evaluator::decide_by(const Value& value) {
    decide_by(value.formula);
}

Polynomial Evaluator::formula_of(const Value& value) {
    if (value.formula == nullptr) return Polynomial(value.whole());
    if (is_plain(*value.formula)) return *value.formula;
    decide_by(value.formula);
    return Polynomial(value.whole());
}

Value Evaluator::hyper_parameter(std::string_view name, const Value& value) {
    if (!value.is(Type::Int) || value.formula != nullptr || value.integer <= 0) return value;
    const std::string symbol(name);
    if (named_below_ == nullptr && reserved_.contains(symbol)) return value;
    const auto [written, is_new] = written_numbers_.emplace(symbol, value.integer);
    const auto set = set_numbers_.find(symbol);
    // Two numbers of one name: only the first is a hyper-parameter.
    if (!is_new && written->second != value.integer) {
        if (set != set_numbers_.end()) partly_set_.insert(symbol);
        return value;
    }
    const Integer number = set == set_numbers_.end() ? value.integer : set->second;
    const bool is_pinned = pinned_.contains(symbol);
    if (is_new) (is_pinned ? deciding_numbers_ : hyper_parameters_).emplace_back(symbol, number);
    return Value::of(number, is_pinned ? nullptr : keep(Polynomial::symbol(symbol)));
}

std::vector<std::string> Evaluator::unset_numbers() const {
    std::vector<std::string> unset;
    for (const auto& [name, number] : set_numbers_) {
        if (!written_numbers_.contains(name) || input_sizes_.contains(name)) unset.push_back(name);
    }
    return unset;
}

std::string Evaluator::input_symbol(std::string_view name) const {
    std::string symbol(name);
    // A model may have a hyper-parameter of that name.
    const bool is_taken = written_numbers_.contains(symbol) && !input_sizes_.contains(symbol);
    return is_taken ? concat("input_", symbol) : symbol;
}

Value Evaluator::input_size(std::string_view name, Integer value) {
    const std::string symbol = input_symbol(name);
    if (!input_sizes_.contains(symbol)) {
        if (written_numbers_.contains(symbol) || pinned_.contains(symbol)) return Value::of(value);
        input_sizes_.insert(symbol);
        hyper_parameters_.emplace_back(symbol, value);
        written_numbers_.emplace(symbol, value);
    }
    return Value::of(value, keep(Polynomial::symbol(symbol)));
}

void Evaluator::renew_limits() {
    // Values live as long as the evaluation: what one of its passes made of them leaves less to the others.
    constexpr std::size_t kFew = kMostItems / 8;
    steps_ = characters_ = 0;
    items_ = items_ > kFew ? items_ : 0;
    depth_ = 0;
    most_objects_ = objects_.size() + kMostObjects;
    stop_reason_.reset();
    flow_ = Flow::Next;
}

std::string Evaluator::place_text(std::uint32_t place) const {
    if (const SourceFile* file = files_ != nullptr ? files_->file_at(place) : nullptr)
        return concat(file->path, ", line ", static_cast<std::size_t>(file->line_of(place)));
    const std::string_view before = tree_.source().substr(0, place);
    return concat("line ", static_cast<std::size_t>(1 + std::count(before.begin(), before.end(), '\n')));
}

bool Evaluator::is_of_source(const Node& node) const {
    if (node.span.begin >= kFirstFilePlace) return true;
    return tree_.holds(node);
}

}  // namespace paramscope::open::python
