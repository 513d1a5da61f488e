// Vouches for addresses of the page's own scripts where the browser demands it (Trusted Types): pages of the site allow these
// policies only, so that no text can become a script.

/** Returns a function that gives an address of ours the form that workers take, by the policy of this name. */
export function scriptAddresses(name) {
  let policy;
  try {
    policy = globalThis.trustedTypes?.createPolicy(name, { createScriptURL: (address) => address });
  } catch {
    // The page around an element allows no policy: it allows no workers either.
  }
  return (address) => (policy ? policy.createScriptURL(String(address)) : String(address));
}
