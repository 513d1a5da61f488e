// A process that does one piece of work for the process that started it, and sends the result.
import { StepError } from '../steps.mjs';
import { ownSeconds } from './processor_time.mjs';
import { work } from './work.mjs';

process.once('message', async ({ kind, argument }) => {
  let result;
  try {
    result = await work[kind](argument);
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    result = { broken: true };
  }
  process.send({ ...result, ownSeconds: ownSeconds() }, () => process.disconnect());
});
