// Owns the objects that values refer to, until the evaluation ends.
#pragma once

#include <deque>
#include <memory>
#include <utility>

#include "open/python/state/value.h"

namespace paramscope::open::python {

class Heap {
  public:
    template <class T>
    T* make() {
        auto owned = std::make_unique<T>();
        T* object = owned.get();
        objects_.push_back(std::move(owned));
        return object;
    }
    /// How many objects were made.
    std::size_t size() const { return objects_.size(); }

  private:
    std::deque<std::unique_ptr<Object>> objects_;
};

}  // namespace paramscope::open::python
