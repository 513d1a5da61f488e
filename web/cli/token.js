// The token of the hub, where its own programs keep it.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const isSet = (value) => /^(1|on|true|yes)$/i.test(value ?? '');

/** The file that `hf auth login` writes. */
function placeOf({ HF_TOKEN_PATH, HF_HOME, XDG_CACHE_HOME, HOME = homedir() }) {
  return HF_TOKEN_PATH || join(HF_HOME || join(XDG_CACHE_HOME || join(HOME, '.cache'), 'huggingface'), 'token');
}

/** The token of the environment `env`, else the one that was kept by a login; undefined where there is none, or where none is to be sent unasked. */
export function tokenOf(env) {
  if (isSet(env.HF_HUB_DISABLE_IMPLICIT_TOKEN)) return undefined;
  const given = env.HF_TOKEN || env.HUGGING_FACE_HUB_TOKEN;
  if (given) return given.trim();
  try {
    return readFileSync(placeOf(env), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
