#include "app/shell/app.h"

int main() {
    return paramscope::platform::run("Paramscope", paramscope::make_app);
}
