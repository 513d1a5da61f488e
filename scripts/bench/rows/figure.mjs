// Makes the cells of a row from samples.
import { duration } from '../figures.mjs';

/** A figure of table.mjs, of a sample's seconds or as `show` says. A failed sample stays one. */
export function figure(sample, show = ({ seconds }) => ({ text: duration(seconds), amount: seconds })) {
  return sample.failed ? sample : show(sample);
}

/** The figures of what a ratio is about, each with a name. */
export const beside = (name, sample, show) => ({ name, ...figure(sample, show) });

export const absent = (name, why = 'not here') => ({ name, absent: why });
