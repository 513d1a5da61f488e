// Functions that C++ calls (src/platform/page/bridge.h), as an Emscripten library: convert addresses to text or bytes and
// call the page's host (web/page/host). Emscripten's optimizer rewrites this file, and that of emcc 3.1.6 knows only
// JavaScript of 2015 without destructuring, so all logic is in web/page/host.
mergeInto(LibraryManager.library, {
  $hostText: function(address, length) {
    return new TextDecoder().decode(HEAPU8.subarray(address, address + length));
  },

  host_start__deps: ['$hostText'],
  host_start: function(title, length, fileLimit) {
    // Copies bytes to where C++ reads them (incoming()).
    Module['send'] = function(bytes) {
      var room = _host_make_room(bytes.length);  // may grow the memory and replace HEAPU8
      HEAPU8.set(bytes, room >>> 0);
    };
    Module['host'].start(Module, hostText(title, length), fileLimit);
  },

  host_request_frame: function() {
    Module['host'].frames.request();
  },

  host_painted: function() {
    Module['host'].frames.painted();
  },

  host_fit_canvas: function(result) {
    HEAPF32.set(Module['host'].size.fit(), result >> 2);
  },

  host_preferences: function() {
    return Module['host'].preferences();
  },

  host_ask_dark: function(dark) {
    Module['host'].askTheme(dark < 0 ? '' : dark === 0 ? 'light' : 'dark');
  },

  host_is_apple: function() {
    return /^(Mac|iPhone|iPad)/.test(navigator.platform);
  },

  host_mirror__deps: ['$hostText'],
  host_mirror: function(recording, length) {
    Module['host'].mirror.show(hostText(recording, length));
  },

  host_announce__deps: ['$hostText'],
  host_announce: function(sentence, length) {
    Module['host'].mirror.announce(hostText(sentence, length));
  },

  host_ask_language__deps: ['$hostText'],
  host_ask_language: function(tag, length) {
    Module['host'].askLanguage(hostText(tag, length));
  },

  host_translation__deps: ['$hostText'],
  host_translation: function(key, length, isTitle) {
    Module['host'].send(Module['host'].translation(hostText(key, length), isTitle));
  },

  host_remembered__deps: ['$hostText'],
  host_remembered: function(name, length) {
    var value = Module['host'].memory.get(hostText(name, length));
    if (value !== null) Module['host'].send(value);
    return value !== null;
  },

  host_remember__deps: ['$hostText'],
  host_remember: function(name, nameLength, value, length) {
    Module['host'].memory.set(hostText(name, nameLength), hostText(value, length));
  },

  host_set_cursor__deps: ['$hostText'],
  host_set_cursor: function(css, length) {
    Module['canvas'].parentNode.style.cursor = hostText(css, length);
  },

  host_place_text_agent: function(x, y, lineHeight, wantsText) {
    Module['host'].input.placeTextAgent(x, y, lineHeight, wantsText);
  },

  host_colour_caret: function(colour) {
    Module['host'].caret.colour = colour;
  },

  host_place_caret: function(x, y, height) {
    Module['host'].caret.place(x, y, height);
  },

  host_copy__deps: ['$hostText'],
  host_copy: function(text, length) {
    Module['host'].clipboard.copy(hostText(text, length));
  },

  host_open_sample__deps: ['$hostText'],
  host_open_sample: function(name, length) {
    Module['host'].opening.sample(hostText(name, length));
  },

  host_open_text__deps: ['$hostText'],
  host_open_text: function(text, length) {
    Module['host'].opening.model(hostText(text, length));
  },

  host_ask_known_names: function() {
    Module['host'].opening.sendKnownNames();
  },

  host_open_known__deps: ['$hostText'],
  host_open_known: function(text, length, asker) {
    Module['host'].opening.known(hostText(text, length), asker);
  },

  host_read_as__deps: ['$hostText'],
  host_read_as: function(format, length) {
    Module['host'].opening.readAs(hostText(format, length));
  },

  host_read_source__deps: ['$hostText'],
  host_read_source: function(source, length, build, buildLength, input, inputLength) {
    Module['host'].opening.readSource({
      source: hostText(source, length),
      build: hostText(build, buildLength),
      input: hostText(input, inputLength),
    });
  },

  host_make_adjustable__deps: ['$hostText'],
  host_make_adjustable: function(text, length, input, inputLength) {
    Module['host'].adjusting.start(HEAPU8.slice(text >>> 0, text + length >>> 0), hostText(input, inputLength));
  },

  host_stop_adjusting: function() {
    Module['host'].adjusting.stop();
  },

  // Lets a worker's script (web/count/worker.js) read and write the memory, which may be replaced when it grows.
  $hostBytes: function() {
    return HEAPU8;
  },
  $hostBytes__postset: "Module['bytes'] = hostBytes;",

  host_can_count__deps: ['$hostBytes'],
  host_can_count: function() {
    return Module['host'].counting.isPossible;
  },

  host_add_counted_text: function(part, length, at, size) {
    Module['host'].counting.addText(HEAPU8.slice(part >>> 0, part + length >>> 0), at, size);
  },

  host_count: function(settings, length) {
    Module['host'].counting.count(HEAPU8.slice(settings >>> 0, settings + length >>> 0));
  },

  host_stop_counting: function() {
    Module['host'].counting.stop();
  },

  host_count_phase: function() {
    return Module['host'].counting.phase;
  },

  host_take_counted_block: function() {
    var block = Module['host'].counting.takeBlock();
    if (block) Module['send'](block);
    return block !== undefined;
  },

  host_pick_file__deps: ['$hostText'],
  host_pick_file: function(accept, length) {
    Module['host'].files.pick(hostText(accept, length));
  },

  host_paste_model: function() {
    Module['host'].pasteModel();
  },

  host_save_file__deps: ['$hostText'],
  host_save_file: function(name, nameLength, bytes, length, type, typeLength) {
    Module['host'].files.save(hostText(name, nameLength), HEAPU8.slice(bytes >>> 0, bytes + length >>> 0), hostText(type, typeLength));
  },

  host_expect_image: function() {
    Module['host'].clipboard.expectImage();
  },

  host_take_pixels__deps: ['$hostText'],
  host_take_pixels: function(left, top, width, height, isCopied, name, length) {
    Module['host'].takePixels(Module['canvas'], { left, top, width, height }, hostText(name, length), isCopied);
  },

  host_open_link__deps: ['$hostText'],
  host_open_link: function(url, length) {
    Module['host'].openLink(hostText(url, length));
  },

  host_site_page: function(page) {
    Module['host'].send(Module['host'].sitePage(page));
  },

  host_state_field__deps: ['$hostText'],
  host_state_field: function(name, nameLength, value, length) {
    Module['host'].address.takeField(hostText(name, nameLength), hostText(value, length));
  },

  host_add_state_text: function(part, length, at, size) {
    Module['host'].address.addText(HEAPU8.subarray(part >>> 0, part + length >>> 0), at, size);
  },

  host_save_state: function(change) {
    Module['host'].address.save(change);
  },

  host_share: function(what) {
    Module['host'].share.act(what);
  },

  host_has_details: function() {
    return !Module['host'].awaitsDetails;
  },

  host_is_embedded: function() {
    return Module['host'].embed !== undefined;
  },

  host_request_height: function(height) {
    Module['host'].embed.resize(height);
  },

  host_explain__deps: ['$hostText'],
  host_explain: function(sentence, length) {
    Module['host'].explainText(hostText(sentence, length));
  },

  host_offer_code__deps: ['$hostText'],
  host_offer_code: function(type, length) {
    Module['host'].offerCodeOf(hostText(type, length));
  },

  host_publish_state__deps: ['$hostText'],
  host_publish_state: function(json, length) {
    Module['state'] = JSON.parse(hostText(json, length));
  },

  host_show_printed__deps: ['$hostText'],
  host_show_printed: function(page, length) {
    Module['host'].printing.show(hostText(page, length));
  },

  host_publish_report__deps: ['$hostText'],
  host_publish_report: function(json, length) {
    Module['host'].publishReport(hostText(json, length));
  },

  host_add_face__deps: ['$hostText'],
  host_add_face: function(style, styleLength, families, length, equalDigits) {
    Module['host'].glyphs.addFace(hostText(style, styleLength), hostText(families, length), equalDigits);
  },

  host_cap_height: function(face, em) {
    return Module['host'].glyphs.capHeight(face, em);
  },

  host_draw_glyph: function(face, em, codePoint, withPixels, result) {
    var glyph = Module['host'].glyphs.draw(face, em, String.fromCodePoint(codePoint), withPixels);
    if (glyph.pixels) Module['send'](glyph.pixels);
    HEAPF32.set([glyph.advance, glyph.left, glyph.top, glyph.width, glyph.height, glyph.coloured ? 1 : 0], result >> 2);
  },
});
