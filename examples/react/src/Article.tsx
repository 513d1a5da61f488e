import 'paramscope/element';
import type {} from 'paramscope/react';
import { useState } from 'react';

/** A slider of the page's own sets a hyper-parameter of the element; its report comes back as an event. */
export function Article() {
  const [layers, setLayers] = useState(12);
  const [parameters, setParameters] = useState('');
  return (
    <article>
      <h1>GPT-2, wider and deeper</h1>
      <label>
        Layers <input type="range" min="1" max="48" value={layers} onChange={(event) => setLayers(Number(event.target.value))} />
      </label>
      <p>With {layers} layers it has <output>{parameters}</output> parameters.</p>
      <param-scope preset="gpt2" set={`layers=${layers}`} view="compact"
        onreport={(event) => setParameters(event.detail.report.totals.parameters?.toLocaleString('en') ?? 'an unknown number of')}>
        <p>GPT-2 has 124,439,808 parameters.</p>
      </param-scope>
    </article>
  );
}
