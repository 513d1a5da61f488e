// Writes docs/api.md, the reference of the library, from its types. tests/scripts checks that it is current.
//   node scripts/api.mjs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { main, root } from './steps.mjs';
import { apiReference } from './types/reference.mjs';

await main(async () => writeFileSync(join(root, 'docs/api.md'), apiReference()));
