// Embind's runtime tells the script of every type it can pass. The engine passes numbers and texts of UTF-8: of wide texts, of
// views into its memory and of handles to values, the script need not know, which is a tenth of it.
mergeInto(LibraryManager.library, Object.fromEntries(
  ['std_wstring', 'memory_view', 'emval'].flatMap((type) => [
    [`_embind_register_${type}`, function () {}],
    [`_embind_register_${type}__sig`, 'vi'],
    [`_embind_register_${type}__deps`, []],
  ])));
