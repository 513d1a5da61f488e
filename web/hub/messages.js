// Sentences of fetching models, by id. Chinese is in web/languages/zh/hub.txt.
import { messageMaker, MessageError } from '../languages/messages.js';

export const english = {
  'hub.not_an_address': '“{text}” is neither the name of a model, such as meta-llama/Llama-2-7b-hf, nor the address of a file.',
  'hub.address_too_long': 'The address is longer than {limit} characters.',
  'hub.address_with_password': 'The address holds a user name or a password: it is not sent anywhere. Download the file and open it here.',
  'hub.not_https': '{host} would be asked without encryption: only https addresses are opened.',
  'hub.is_dataset': '“{text}” is a data set, which has no parameters. Name a model.',
  'hub.is_space': '“{text}” is a Space, an app. Name the model that it runs.',
  'hub.is_no_model': '“{text}” is a page of the hub, but not a model.',
  'hub.is_web_page': '“{title}” is a web page, not a file. Give the address of the file itself: on GitHub, “Raw” leads to it.',

  'hub.hidden_in_page': '{host} shows no model “{id}” to the public: the name is wrong, or the model is private. If it is yours, download its config.json and drop it here.',
  'hub.hidden_without_token': '{host} shows no model “{id}” to the public: the name is wrong, or the model is private. If you may read it, set HF_TOKEN.',
  'hub.hidden_with_token': '{host} has no model “{id}”, or the token in HF_TOKEN may not read it.',
  'hub.gated_in_page': '“{id}” is gated: its authors ask you to accept their licence at {page}. Accept it there, download config.json and drop it here.',
  'hub.gated_without_token': '“{id}” is gated: accept its licence at {page}, and set HF_TOKEN to a token of the account that did.',
  'hub.gated_with_token': '“{id}” is gated: accept its licence at {page} with the account of the token in HF_TOKEN. Its authors may have to let you in.',
  'hub.disabled': '{host} has disabled “{id}”.',
  'hub.no_revision': '“{id}” has no revision “{revision}”.',
  'hub.no_file': '“{id}” has no file “{path}”.',
  'hub.not_found': '{host} has nothing at this address (404).',
  'hub.needs_login': '{host} wants a login for this file ({status}). Download it and open it here.',
  'hub.rate_limited': '{host} refuses more requests for now (429). Try again {when}.',
  'hub.after_seconds': 'in {seconds} seconds',
  'hub.later': 'later',
  'hub.server_failed': '{host} has a problem of its own ({status}). Try again later.',
  'hub.unexpected_status': '{host} answers with the status {status}.',

  'hub.offline': 'This device is offline. If you have downloaded config.json before, drop it here.',
  'hub.offline_copy': 'This offline copy of the page never uses the network, as it promises. Open the hosted page, or download config.json and drop it here.',
  'hub.embed_without_network': 'This embedded calculator does not use the network, because the author of the page did not allow it. Open it in Paramscope.',
  'hub.unreachable': '{host} cannot be reached: {reason}.',
  'hub.unreachable_in_page': '{host} cannot be reached: there is no connection, or something on the way blocks it.',
  'hub.broken_off': 'The connection to {host} broke off: {reason}. Try again later.',
  'hub.no_cors': '{host} does not let pages of other sites read its files (CORS). Download the file and drop it here, or use the command line: npx paramscope {address}',
  'hub.slow': '{host} sent nothing for {seconds} seconds. Try again later.',
  'hub.insecure_redirect': '{host} redirects to {target} without encryption, which is not followed.',
  'hub.too_many_redirects': '{host} redirects more than {most} times.',
  'hub.wrong_range': '{host} sent other bytes than were asked for. Download the file and open it here.',
  'hub.wrong_length': '{host} sent {actual} bytes where it announced {expected}.',
  'hub.size_changed': 'The file changed while it was read. Try again.',
  'hub.whole_files_only': '{host} only sends whole files, and what is needed of this one lies beyond its first {limit} MiB. Download it and open it here.',
  'hub.too_much': 'More than {limit} MiB would have to be fetched. Download the file and open it here.',
  'hub.too_large': '“{path}” has {size} MiB; at most {limit} MiB of such a file are fetched.',
  'hub.invalid_listing': '{host} answers with a list of files that cannot be read.',
  'hub.invalid_index': '“{path}” cannot be read: {reason}.',
  'hub.shard_elsewhere': 'it names “{file}”, which does not lie beside it',
  'hub.too_many_shards': 'it names more than {limit} files',
  'hub.no_weight_map': 'it has no list of weights',
  'hub.not_safetensors': '“{path}” is not a safetensors file.',

  'hub.no_model_files': '“{id}” has no config.json and no file of weights that can be read.',
  'hub.pipeline': '“{id}” is a pipeline of several models. Name one of them: {names}',
  'hub.several_files': '“{id}” has {count} files of weights. Name one of them: {names}',
  'hub.and_more': '{names} and {count} more',

  'hub.ask': 'Fetch “{title}” from {host}? Only config.json and the headers of the weights are read, no weights. {host} and the file servers that it leads to learn your network address and which model you open.',
  'hub.ask_file': 'Fetch “{title}” from {host}? Only the parts that describe the model are read. {host} learns your network address and which file you open.',
  'hub.open_from': 'Open from {host}',
  'hub.open_known': 'Use the sizes shipped with Paramscope',
  'hub.stop': 'Stop',
  'hub.connecting': 'Asking {host} …',
  'hub.progress': 'Fetching from {host}: {file}. {bytes} in {requests} requests.',
  'hub.done': '{title}: {bytes} of {size} fetched in {requests} requests from {hosts}.',
  'hub.known': '{title}: sizes shipped with Paramscope. Nothing was fetched.',
  'hub.not_fetched': 'Nothing of {title} was fetched: {reason}',
  'hub.not_compared': 'The weights were not compared with config.json: {reason}',
  'hub.config_unread': 'config.json could not be read, so the headers of the weights are shown.',
  'hub.remark': '{remark}.',
  'hub.show_differences': 'Show the differences',
};

/** Makes the message with that id. */
export const message = messageMaker(english);

/** An error with that message. */
export const problem = (code, values) => new MessageError(message(code, values));
