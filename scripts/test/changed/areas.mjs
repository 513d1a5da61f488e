// What changes of the parts of the repository can touch, beside what the tests include, import and name.

/** Suites that look at the engine through a program or a site. */
const throughPrograms = ['cli', 'cli-wasm', 'wasm', 'api', 'interface', 'browser', 'python', 'package', 'action', 'size'];
const answers = "the unit and golden tests compare the engine's answers";
const withoutBrowser = 'the suite interface runs what they draw without a browser';
const bytes = 'only the number of bytes can change';

const browser = (...names) => names.map((name) => ['tests', 'browser', `${name}.test.mjs`].join('/'));

/** A pick that stands for all suites. */
export const everything = 'everything';

/**
 * Rows of { files, picks, leaves, because }: for a changed file whose path matches `files`, suites and files of tests to run (`golden` is the
 * program of the golden tests), and suites that the change may touch and that are left out all the same. The first row that matches counts.
 */
export const areas = [
  { files: /^(cmake\/|CMake|src\/(.*\/)?CMakeLists|web\/(.*\/)?CMakeLists|package(-lock)?\.json$|\.npmrc$|scripts\/(steps|setup)\.mjs$|scripts\/setup\/)/, picks: [everything] },
  { files: /^tests\/CMakeLists/, picks: ['native', 'cli', 'interface'] },

  // The engine
  { files: /^src\/(base|algebra|model|layers|count|adjust|transfer|presets|shipped|open|hub)\//, picks: ['golden'], leaves: throughPrograms, because: answers },
  { files: /^src\/formats\//, picks: ['golden', 'cli'], leaves: throughPrograms.filter((name) => name !== 'cli'), because: 'the command line prints every format' },
  { files: /^src\/cli\//, picks: ['cli'], leaves: ['cli-wasm', 'wasm', 'action', 'python'], because: 'they run the same command line, compiled to WebAssembly' },
  { files: /^src\/bindings\/embind\//, picks: ['api'], leaves: ['browser', 'package', 'size'], because: 'the library, which has the same bindings, is tested by api' },
  { files: /^src\/bindings\//, picks: [], leaves: ['api', 'browser', 'package', 'size'], because: 'what is bound is tested by the unit tests' },

  // The interface
  { files: /^src\/platform\/desktop\//, picks: [] },
  { files: /^src\/platform\/web\/|^shaders\//, picks: ['browser'], leaves: ['size'], because: bytes },
  { files: /^src\/(app|headless|platform)\//, picks: ['interface'], leaves: ['browser', 'size'], because: withoutBrowser },

  // The site
  { files: /^web\/element\//, picks: ['api', ...browser('element', 'embed', 'examples', 'offline')], leaves: ['package', 'size'], because: 'the element is tested as the site has it' },
  { files: /^web\/(api|open|count)\/|^web\/(crash|parts|read_json|shipped|wasm|trusted)\.js$/, picks: ['api', 'hub', 'interface', ...browser('parts', 'opening', 'counting', 'adjust', 'element', 'policy')], leaves: ['package', 'size', 'python'], because: 'the library is tested as the site has it' },
  { files: /^web\/hub\//, picks: ['hub', ...browser('hub')], leaves: ['size'], because: bytes },
  { files: /^web\/cli\/|^web\/node_module\.js$/, picks: ['cli-wasm', 'wasm', 'hub'], leaves: ['python', 'action'], because: 'they run the same command line' },
  { files: /^web\/share\//, picks: browser('share', 'early', 'embed'), leaves: ['size'], because: bytes },
  { files: /^web\/languages\//, picks: ['languages', 'site', 'interface'], leaves: ['browser', 'size'], because: 'the interface shows its languages without a browser' },
  { files: /^web\/about\//, picks: ['site', ...browser('about')] },
  { files: /^web\/examples\//, picks: ['site', ...browser('examples', 'about')] },
  { files: /^web\/offline\//, picks: ['python', ...browser('offline', 'failure')], leaves: ['size'], because: bytes },
  { files: /^web\/pwa\//, picks: browser('installable', 'offline') },
  { files: /^web\/empty_window\//, picks: ['size'] },
  { files: /^web\/(page\/|paramscope\.js$|start_worker\.js$|imports\.js$|index\.html$|embed\.html$)/, picks: ['browser', 'interface'], leaves: ['size'], because: bytes },
  { files: /^scripts\/bundle(\/|\.mjs$)/, picks: ['api', 'site', 'languages', 'size', 'python', ...browser('page', 'parts', 'offline', 'installable', 'element', 'about')], leaves: ['package', 'browser'], because: 'a page of each kind is opened' },
  { files: /^(docs\/|licenses\/|LICENSE$|README|CHANGELOG|CONTRIBUTING|SECURITY)/, picks: ['site'] },

  // Other programs, and what tests them
  { files: /^python\/|^scripts\/wheel\.mjs$|^tests\/python\//, picks: ['python'] },
  { files: /^packaging\//, picks: ['scripts'] },
  { files: /^(action\/|action\.yml$)/, picks: ['action'] },
  { files: /^examples\//, picks: ['package', 'site'] },
  { files: /^\.clang-tidy$/, picks: ['lint'] },
  { files: /^size-budget\.json$/, picks: ['size'] },
  { files: /^tests\/golden\/[^/]+\.py$|^tests\/(fuzz|bench)\/|^\.(clang-format|editorconfig|gitignore|devcontainer|github|ci)\b/, picks: [] },
  { files: /^tests\/golden\/support\.h$/, picks: ['golden'] },
  { files: /^tests\/types\//, picks: ['api'] },
  { files: /^scripts\//, picks: [] },
];
