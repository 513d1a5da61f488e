// The values of the evaluator. Small ones are held directly, others are objects that the evaluator owns until
// it ends. A number may carry a formula: the polynomial of the hyper-parameters that it was computed from.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algebra/polynomial.h"
#include "base/message.h"
#include "base/rare.h"
#include "model/model.h"
#include "open/python/state/name_table.h"
#include "open/python/syntax/syntax.h"

namespace paramscope::open::python {

enum class Type : std::uint8_t {
    Unknown,  ///< not known, and why; whatever is computed from it is unknown
    None,
    Ellipsis,
    Bool,
    Int,
    Float,
    Str,
    Tuple,
    List,
    Dict,
    Set,
    Range,
    Slice,
    Function,  ///< written in Python
    Builtin,   ///< a function of ours, perhaps bound to a value
    Class,
    Instance,    ///< of a class; modules of torch.nn among them
    Method,      ///< a Python function bound to an instance or a class
    Descriptor,  ///< property, classmethod, staticmethod
    Super,
    Namespace,  ///< an imported module
    Tensor,
    Opaque,  ///< known, and without any effect on a model: torch.float32, typing.Optional
};

struct Object {
    virtual ~Object() = default;
};

struct Unknown;
struct Str;
struct Sequence;
struct Dict;
struct RangeObject;
struct SliceObject;
struct FunctionObject;
struct BuiltinObject;
struct ClassObject;
struct InstanceObject;
struct MethodObject;
struct DescriptorObject;
struct SuperObject;
struct NamespaceObject;
struct TensorObject;
struct OpaqueObject;

struct Value {
    Type type = Type::None;
    /// What a number was computed from; nullptr for a number of the text. For other types the
    /// hyper-parameters that decided it.
    const Polynomial* formula = nullptr;
    union {
        bool boolean;
        double real;
        Integer integer = 0;
        Object* object;
    };

    bool is(Type wanted) const { return type == wanted; }
    bool is_unknown() const { return type == Type::Unknown; }
    bool is_number() const { return type == Type::Int || type == Type::Float || type == Type::Bool; }
    bool is_whole() const { return type == Type::Int || type == Type::Bool; }
    /// The number as an integer; a bool is 0 or 1.
    Integer whole() const { return type == Type::Bool ? Integer{boolean} : integer; }
    double number() const;

    template <class T>
    T& as() const {
        return *static_cast<T*>(object);
    }
    const std::string& str() const;
    std::vector<Value>& items() const;
    InstanceObject& instance() const;
    ClassObject& cls() const;
    TensorObject& tensor() const;

    static Value none() { return {}; }
    static Value of(bool boolean);
    static Value of(Integer integer, const Polynomial* formula = nullptr);
    static Value of(int integer) { return of(Integer{integer}); }
    static Value of(std::size_t integer) { return of(static_cast<Integer>(integer)); }
    static Value of(double real);
    static Value of(Type type, Object* object);
};

struct Unknown : Object {
    Message reason;
    Span span;                       ///< in the source
    bool is_data = false;            ///< a number or a tensor: no module
    InstanceObject* self = nullptr;  ///< the module whose method it may be
};

struct Str : Object {
    std::string text;
    std::size_t length = 0;  ///< in characters
};

/// Where a function that yields goes on: in a block, or at a loop around it.
struct ResumePoint {
    const Node* node = nullptr;  ///< a block, a `for`, a `while` or a `try`
    std::size_t next = 0;        ///< of its statements, or of `items`
    std::vector<Value> items;    ///< what a `for` goes through
};

/// What runs as far as its items are taken: a generator expression, or a function that yields.
struct Generator {
    const Node* expression = nullptr;  ///< nullptr for a function
    struct Scope* scope = nullptr;
    std::vector<Value> left = {};  ///< of an expression: items of its first loop, the next one last
    struct FunctionObject* function = nullptr;
    Value self = {};                       ///< its first argument
    std::vector<ResumePoint> points = {};  ///< the innermost last
    bool is_running = false;
};

/// A tuple or a list.
struct Sequence : Object {
    std::vector<Value> items;
    /// The number of items as a formula, where it follows from hyper-parameters: `[f() for _ in range(n)]`.
    const Polynomial* length = nullptr;
    bool is_view = false;                  ///< the keys or the items of a dict, which compare as sets
    bool is_iterator = false;              ///< the list is an iterator: iterating removes its items
    std::unique_ptr<Generator> generator;  ///< of an iterator: what makes further items
};

/// A dict or, with None as values, a set; in order of insertion.
struct Dict : Object {
    /// What of the owner the entries are.
    enum class Part { Attributes, Modules, Parameters, Buffers };
    struct Entry {
        Value key, value;
        bool is_removed = false;
    };
    std::vector<Entry> entries;
    std::unordered_map<std::string, std::size_t> index;  ///< by key_of()
    std::size_t size = 0;
    Value default_factory = {};  ///< of a defaultdict; unknown where entries may have come that are not known
    const class SourceFile* file =
        nullptr;  ///< the imported file that names it: others of its package may fill it
    struct InstanceObject* owner = nullptr;  ///< the instance whose `__dict__` or `_parameters` this is
    Part part = Part::Attributes;            ///< of the owner

    Value* find(const std::string& key);
    void set(const std::string& key, const Value& name, const Value& value);
    bool remove(const std::string& key);

  private:
    void set_of_owner(const std::string& name, const Value& value) const;
    void remove_of_owner(const std::string& name) const;
};

struct RangeObject : Object {
    Value start, stop, step;
    Integer count = 0;
};

struct SliceObject : Object {
    Value start, stop, step;
};

/// Names and their values in one function, class or module.
struct Scope : Object {
    NameTable<Value> names;
    Scope* parent = nullptr;   ///< of the function around
    Scope* globals = nullptr;  ///< of the module
    const struct FunctionInfo* info = nullptr;
    bool is_class = false;
    struct ClassObject* made = nullptr;  ///< the class of which it is the body
};

/// What is known of a function's body before it runs.
struct FunctionInfo {
    NameTable<char> names;  ///< 'l' assigned here, 'g' global, 'n' nonlocal
    bool is_generator = false;
};

struct FunctionObject : Object {
    std::string name;
    const Node* definition = nullptr;
    const Node* parameters = nullptr;
    const Node* body = nullptr;
    Scope* closure = nullptr;
    const FunctionInfo* info = nullptr;
    std::map<const Node*, Value> defaults;
    ClassObject* owner = nullptr;  ///< the class that it is written in, for super()
    std::map<std::string, Value, std::less<>> attributes;
    bool is_lambda = false;
};

class Evaluator;

/// The arguments of a call.
struct Arguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;
    const Node* place = nullptr;         ///< the call
    const Polynomial* length = nullptr;  ///< how many positional ones there are, as a formula
    bool is_complete = true;             ///< false: *args or **kwargs of an unknown value were left out
    Value missing = {};                  ///< such an unknown value

    const Value* find(std::string_view name) const;
    /// The argument of that position or name; nullptr when it is not given.
    const Value* get(std::size_t position, std::string_view name) const;
};

using BuiltinFunction = Value (*)(Evaluator&, const Value& self, Arguments& arguments);

struct BuiltinObject : Object {
    std::string name;
    BuiltinFunction function = nullptr;
    Value self;
};

/// An ordered set of names with values. Few names are searched one by one: modules are many, and have few
/// each.
struct Attributes {
    std::vector<std::pair<std::string, Value>> entries;

    const Value* find(std::string_view name) const;
    Value* find(std::string_view name);
    void set(std::string_view name, const Value& value);
    bool remove(std::string_view name);

  private:
    std::optional<std::size_t> place_of(std::string_view name) const;

    Rare<std::unordered_map<std::string, std::size_t>> index_;  ///< of many names
};

struct ClassObject : Object {
    std::string name;
    std::vector<ClassObject*> bases;
    std::vector<ClassObject*> order;  ///< its C3 linearization, itself first
    Attributes attributes;
    const Node* definition = nullptr;
    std::string layer;                    ///< the catalogue's type of a layer of torch.nn
    BuiltinFunction construct = nullptr;  ///< of builtin types: int(), list()
    Type makes = Type::Instance;          ///< the type that `construct` gives, for isinstance()
    bool is_library = false;              ///< not of the source that is read
    bool is_of_torch = false;             ///< the engine knows its type
    bool is_dataclass = false;
    bool is_exception = false;
    bool is_value = false;              ///< its members are values of a builtin type: class Mode(str, Enum)
    std::optional<Value> unknown_base;  ///< it derives from a class that is not known
    std::vector<std::string> fields;    ///< of a dataclass or a named tuple, in order
    bool is_used = false;               ///< an instance was made inside another class

    bool derives_from(const ClassObject* base) const;
    const Value* find(std::string_view name) const;
};

/// The part of an instance that nn.Module has: what registers itself when it is assigned.
struct ModuleState {
    Attributes children;    ///< instances, None or unknown values
    Attributes parameters;  ///< tensors or None
    Attributes buffers;
    std::vector<std::pair<std::string, Value>> layer_arguments;  ///< bound to the catalogue's signature
    Attributes layer_tensors;                  ///< of the catalogue's rule, made when asked for
    Rare<Attributes> kept_rule_tensors;        ///< the same as they were before another was assigned
    std::vector<std::string> removed_tensors;  ///< the layer's tensors that were set to None or deleted
    const Polynomial* length = nullptr;        ///< number of children of a list as a formula
    std::vector<Value> doubts;                 ///< unknown values: what it may hold besides
    std::size_t number = 0;                    ///< in the order in which modules are made, from 1
    bool has_layer_tensors = false;
    bool is_layer_bound = false;
    bool is_whole = false;         ///< its constructor ran to its end
    bool is_inner = false;         ///< the constructor of another one made it
    bool was_initialized = false;  ///< nn.Module.__init__ ran
    bool has_hook = false;         ///< a function that the forward pass calls was registered

    std::uint8_t data_type = 1;  ///< of a layer's tensors: float32 unless it was made with another one

    /// The tensors of the catalogue's rule, whatever was assigned since.
    const Attributes& rule_tensors() const { return kept_rule_tensors ? *kept_rule_tensors : layer_tensors; }
    /// Assigns a tensor of the layer.
    void set_layer_tensor(std::string_view name, const Value& tensor);
    /// Says which shape the rule gives a tensor of the layer that gets another one in place.
    void set_rule_tensor(std::string_view name, const Value& usual);
};

struct InstanceObject : Object {
    ClassObject* cls = nullptr;
    Attributes attributes;
    Value unknown_attributes = {};        ///< why others than these may have any value; None: they have not
    std::unique_ptr<ModuleState> module;  ///< nullptr when it is no nn.Module
    Span span;                            ///< where it was made
};

struct MethodObject : Object {
    Value self;
    FunctionObject* function = nullptr;
};

struct DescriptorObject : Object {
    enum class Kind { Property, ClassMethod, StaticMethod, CachedProperty } kind = Kind::Property;
    Value function;
    Value setter;
};

struct SuperObject : Object {
    ClassObject* after = nullptr;
    Value self;
};

struct NamespaceObject : Object {
    std::string name;
    std::map<std::string, Value, std::less<>> names;
    Scope* scope = nullptr;  ///< of a file beside the one that is read, once its statements ran
    const class SourceFile* file = nullptr;  ///< that file; nullptr for a library and for the main file
    bool is_file = false;                    ///< `name` is the path of a file or a folder
    bool is_package = false;                 ///< files below that path are its parts
};

/// Where a forward pass made a tensor: an input or the result of a step of one call of a module.
struct TensorOrigin {
    std::size_t frame = 0;                      ///< the number of the call; 0: made elsewhere
    std::size_t index = 0;                      ///< of the input or step
    std::vector<std::size_t> items;             ///< the item of a step's tuple
    std::optional<std::size_t> unshaped_input;  ///< an input of the model whose shape is looked for
    bool is_flat = false;                       ///< that input with all dimensions but the first made one
    bool is_input = false;
};

/// How many of the tokens each expert of a mixture gets: an assumption of one evaluation.
struct RoutingObject : Object {
    Integer chosen = 0;         ///< experts of a token
    std::vector<Integer> rows;  ///< tokens of each expert
    std::vector<Value> sizes;   ///< what these numbers come from
};

/// What a tensor tells of a routing.
enum class Routed : std::uint8_t {
    No,
    Numbers,        ///< of experts: what topk() gives
    Classes,        ///< one_hot() of them: the last dimension has an item for each expert
    TurnedClasses,  ///< the same with the first dimension
    Mask,           ///< where one expert was chosen
};

struct TensorObject : Object {
    bool is_shape_known = true;
    bool is_parameter = false;
    bool is_trainable = true;
    bool is_floating = true;
    std::uint8_t data_type = 0;  ///< 0 where it is not known; see torch/data_types.h
    bool is_mask = false;        ///< of True and False: how many it selects is data
    Routed routed = Routed::No;
    Value shape_reason;  ///< unknown value, when the shape is unknown
    Value bound;         ///< of the numbers of arange(), where it is known: they are below it
    Integer expert = 0;  ///< of a mask
    const RoutingObject* routing = nullptr;
    std::vector<Value> shape;  ///< whole numbers
    std::vector<Value> data;   ///< of a small tensor of at most one dimension: its numbers, where known
    Span span;
    TensorOrigin origin;
};

struct OpaqueObject : Object {
    std::string name;
    bool is_of_weights = false;  ///< a type of numbers: the one that weights have, whichever that is
};

/// "int", "str", "Linear": the name of a value's type, as Python's messages have it.
std::string type_name(const Value& value);

/// The value that a member of an enumeration is, of `class Mode(str, Enum)`; nullptr for all others.
const Value* value_of_member(const Value& member);

/// A text that is equal for equal keys of a dict; nullopt for values that cannot be one.
std::optional<std::string> key_of(const Value& value);

}  // namespace paramscope::open::python
