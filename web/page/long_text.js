/** Resolves to a state with its whole text, of which a long one is a Blob (host/address.js). */
export async function withText(state) {
  return state?.text instanceof Blob ? { ...state, text: await state.text.text() } : state;
}
