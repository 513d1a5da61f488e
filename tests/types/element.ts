// Real use of the element, for tsc to hold its types to. Not run: tests/browser does that.
import type { Integer, ParamscopeError, Report } from 'paramscope';
import { configure, ParamScope, type ErrorDetail, type ReportDetail } from 'paramscope/element';

configure({ element: '/assets/paramscope-element.wasm' });
const element: ParamScope = document.createElement('param-scope');
element.set = { layers: 24, d: 2n ** 40n };
element.set = 'layers=24; d=4*h';
element.depth = 2;
const attribute: string = element.set + element.depth + element.preset + element.lang;

element.addEventListener('report', ({ detail }) => {
  const { report, text, name }: ReportDetail = detail;
  const parameters: Integer | null = report.totals.parameters;
  console.log(parameters, text?.length, name);
});
element.addEventListener('error', (event) => {
  const { error }: ErrorDetail = (event as unknown as CustomEvent<ErrorDetail>).detail;
  const place: number | undefined = (error satisfies ParamscopeError).line;
  console.log(place);
});

const report: Report | null = document.querySelector('param-scope')?.report ?? null;
const markdown: string = element.format('markdown', { depth: 2 });
ParamScope.appUrl = 'https://example.org/embed.html';
console.log(attribute, report, markdown);

// @ts-expect-error: reports are given, not taken
element.report = null;
// @ts-expect-error: a setting is a number or an expression
element.set = { d: true };
