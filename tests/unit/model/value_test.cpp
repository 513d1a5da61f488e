#include "model/value.h"

#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

TEST(Value, NumbersKeepTheirText) {
    Value written = Value::of_number(Polynomial(1) / Polynomial(100000));
    written.text = "1e-05";
    EXPECT_EQ(to_string(written), "1e-05");
    EXPECT_EQ(to_string(Value::of_number(4 * Polynomial::symbol("d"))), "4*d");
}

TEST(Value, Strings) {
    struct Case {
        const char* text;
        const char* written;
    };
    for (const Case& c : {
             Case{"none", "'none'"},
             Case{"", "''"},
             Case{"it's", "\"it's\""},
             Case{"a\"b", "'a\"b'"},
             Case{"it\\'s", "'it\\'s'"},
             Case{"it's \"so\"", "'it\\'s \"so\"'"},
             Case{"back\\", "'back\\\\'"},
             Case{"two\nlines", "'two lines'"},
         }) {
        EXPECT_EQ(to_string(Value::of_string(c.text)), c.written) << c.text;
    }
}

TEST(Value, TuplesAndLists) {
    const Value three = Value::of_number(3);
    EXPECT_EQ(to_string(Value::of_tuple({})), "()");
    EXPECT_EQ(to_string(Value::of_tuple({three})), "(3,)");
    EXPECT_EQ(to_string(Value::of_tuple({three, Value::of_boolean(true)})), "(3, True)");
    Value list = Value::of_tuple({three, Value{}});
    list.is_list = true;
    EXPECT_EQ(to_string(list), "[3, None]");
}

TEST(Value, Calls) {
    Value call;
    call.kind = Value::Kind::Call;
    call.text = "partial";
    call.arguments.push_back({"", Value::of_word("relu"), false, {}});
    call.arguments.push_back({"eps", Value::of_number(2), false, {}});
    EXPECT_EQ(to_string(call), "partial(relu, eps=2)");
}

}  // namespace
}  // namespace paramscope
