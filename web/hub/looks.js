// Tells a name on the Hugging Face hub or an address from a model text. Small: the page has it from the start, and loads
// the rest of this folder when somebody asks for such a model.
const word = '[A-Za-z0-9][\\w.-]{0,95}';
const pattern = new RegExp(`^(?:hf:(?://)?\\S+|https?://\\S+|(?:(?:www\\.)?huggingface\\.co|hf\\.co)/${word}/\\S+|${word}/${word}(?:@[^\\s:]+)?(?::[\\w.-]+)?)$`, 'i');
const longest = 4096;

/** True for a text that is nothing but a name (`org/name`, `hf:name`) or the address of a file or of a model. */
export const looksLikeAddress = (text) => text.length <= longest && pattern.test(text.trim());
