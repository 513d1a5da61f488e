// Lists the programs and libraries that the project uses, and their packages.

const header = (name) => ['/usr/include', '/usr/local/include', '/opt/homebrew/include'].map((folder) => `${folder}/${name}`);

/**
 * Packages by their Debian names: purpose, signs of an installed package (programs on the search path, or files; any one is
 * enough), and names on other systems: Fedora's (dnf), Homebrew's (brew), and Ubuntu's snap where Ubuntu has no package.
 * `undefined`: part of the system. What needs a missing optional package is skipped.
 */
export const packages = {
  'cmake': { why: 'configures the build', signs: ['cmake'], dnf: 'cmake', brew: 'cmake' },
  'ninja-build': { why: 'runs the build', signs: ['ninja'], dnf: 'ninja-build', brew: 'ninja' },
  'rapidjson-dev': { why: 'reads JSON', signs: header('rapidjson/reader.h'), dnf: 'rapidjson-devel', brew: 'rapidjson' },
  'emscripten': { why: 'compiles to WebAssembly', signs: ['emcc'], dnf: 'emscripten', brew: 'emscripten' },
  'g++': { why: 'compiles native programs', signs: ['g++', 'c++', 'clang++'], dnf: 'gcc-c++' },
  'clang-tidy': { why: 'reads C++ for mistakes', signs: ['clang-tidy'], optional: true, dnf: 'clang-tools-extra' },
  'libgtest-dev': { why: 'runs unit and golden tests', signs: header('gtest/gtest.h'), dnf: 'gtest-devel', brew: 'googletest' },
  'chromium-headless-shell': { why: 'opens the page in tests', signs: ['chromium-headless-shell', 'chromium', 'google-chrome', process.env.CHROMIUM], dnf: 'chromium', brew: 'chromium', snap: 'chromium' },
  'firefox-esr': { why: 'opens the page in tests', signs: ['firefox-esr', 'firefox', process.env.FIREFOX], optional: true, dnf: 'firefox', brew: 'firefox', snap: 'firefox' },
  'xvfb': { why: 'gives Firefox WebGL without a graphics card', signs: ['Xvfb'], optional: true, dnf: 'xorg-x11-server-Xvfb' },
  'fonts-dejavu-core': { why: 'letters for Chromium to draw', signs: ['/usr/share/fonts/truetype/dejavu', '/usr/share/fonts/truetype/liberation', '/usr/share/fonts/dejavu-sans-fonts', '/System/Library/Fonts'], dnf: 'dejavu-sans-fonts' },
  'hugo': { why: 'builds an example', signs: ['hugo'], optional: true, dnf: 'hugo', brew: 'hugo' },
  'zip': { why: 'packs the site of a release', signs: ['zip'], optional: true, dnf: 'zip' },
  'libbenchmark-dev': { why: 'measures benchmarks', signs: header('benchmark/benchmark.h'), dnf: 'google-benchmark-devel', brew: 'google-benchmark' },
  'clang': { why: 'compiles fuzzers', signs: ['clang++'], dnf: 'clang', brew: 'llvm' },
  'libclang-rt-dev': { why: 'libFuzzer and sanitizers for clang', signs: ['/usr/lib64/clang', '/opt/homebrew/opt/llvm'], dnf: 'compiler-rt' },
  'python3': { why: 'makes seeds of fuzzers, runs the Python package', signs: ['python3'], dnf: 'python3', brew: 'python' },
  'python3-setuptools': { why: 'builds the Python package', signs: ['/usr/lib/python3/dist-packages/setuptools', '/usr/lib/python3/site-packages/setuptools'], dnf: 'python3-setuptools' },
  'python3-wheel': { why: 'builds the Python package', signs: ['/usr/lib/python3/dist-packages/wheel'], dnf: 'python3-wheel' },
  'python3-pip': { why: 'installs the Python package', signs: ['/usr/lib/python3/dist-packages/pip', '/usr/lib/python3/site-packages/pip'], dnf: 'python3-pip' },
  'python3-venv': { why: 'installs the Python package into a fresh Python', signs: ['/usr/share/python-wheels', '/usr/lib64/python3'], optional: true },
  'python3-torch': { why: 'models to test the Python package with', signs: ['/usr/lib/python3/dist-packages/torch'], optional: true },
  'python3-torchvision': { why: 'models to test the Python package with', signs: ['/usr/lib/python3/dist-packages/torchvision'], optional: true },
  'python3-notebook': { why: 'a notebook to test the Python package in', signs: ['/usr/lib/python3/dist-packages/notebook'], optional: true },
  'libglfw3-dev': { why: 'opens a window', signs: header('GLFW/glfw3.h'), dnf: 'glfw-devel', brew: 'glfw' },
  'libgl-dev': { why: 'draws in a window', signs: [...header('GL/gl.h'), '/System/Library/Frameworks/OpenGL.framework'], dnf: 'mesa-libGL-devel' },
};

const common = ['cmake', 'ninja-build', 'rapidjson-dev'];
const native = [...common, 'g++'];

/** Purposes of the set-up, and the packages they need. */
export const purposes = {
  page: [...common, 'emscripten'],
  tests: [...native, 'emscripten', 'clang-tidy', 'libgtest-dev', 'chromium-headless-shell', 'firefox-esr', 'xvfb', 'fonts-dejavu-core', 'hugo', 'zip'],
  sanitizers: [...native, 'libgtest-dev'],
  benchmarks: [...native, 'libbenchmark-dev'],
  fuzzers: [...native, 'clang', 'libclang-rt-dev', 'python3'],
  python: [...native, 'python3', 'python3-setuptools', 'python3-wheel', 'python3-pip', 'python3-venv'],
  'python-models': ['python3-torch', 'python3-torchvision', 'python3-notebook'],
  desktop: [...native, 'libglfw3-dev', 'libgl-dev'],
};

/** Lists the packages that the `chosen` purposes need, each once. */
export function packagesFor(chosen) {
  return [...new Set(chosen.flatMap((purpose) => purposes[purpose]))];
}
