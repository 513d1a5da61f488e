// The well-known models as the build has them.
import { knownConfigs } from '../../../scripts/bundle/known_configs.mjs';

export default knownConfigs();
