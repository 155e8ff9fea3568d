import { expect, it, vi } from 'vitest';
import { createFailedVersions } from './failed-versions.ts';
import { RemoteError } from './remote-error.ts';
import { reportUncaughtErrors } from './uncaught-errors.ts';

const of = (name: string) => `    at choose (https://frens.example/${name}:1:23)`;
const quiz = of('remotes/mf-quiz/0.1.0-3fa2c1d8e0/12.5c.js');
const shared = of('remotes/mf-quiz/files/12.5c.js?retry=1');
const shell = of('shell/0.1.0-9b1c2d3e4f/main.77.js');
const extensions = [
  '    at grab (chrome-extension://abc/remotes/x.js:1:2)',
  'grab@moz-extension://0b7e-11/x.js:1:2',
  '@safari-web-extension://4F-2/x.js:1:2',
  'grab@webkit-masked-url://hidden/:1:2',
];

it('attributes errors to the version of the first stack frame in a build, and foreign errors to none', () => {
  const failed = vi.fn();
  const versionWith = vi.fn().mockReturnValue('0.2.0-9e1f');
  reportUncaughtErrors({ failed }, versionWith);
  const thrown = (...frames: string[]) =>
    Object.assign(new Error('Oh'), { stack: ['Error: Oh', ...frames].join('\n') });
  dispatchEvent(new ErrorEvent('error', { error: thrown(quiz, shell) }));
  dispatchEvent(new ErrorEvent('error', { error: thrown(shared, shell) }));
  dispatchEvent(new ErrorEvent('error', { error: thrown(of('api/user'), shell) }));
  for (const extension of extensions)
    dispatchEvent(new ErrorEvent('error', { error: thrown(extension, quiz, shell) }));
  for (const error of ['words', null]) dispatchEvent(new ErrorEvent('error', { error }));
  dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: thrown(of('api/user'), quiz) }) as Event,
  );
  const [mine, its] = [
    { remote: 'mf-quiz', version: '0.1.0-3fa2c1d8e0', code: 'REMOTE-106' },
    { remote: 'shell', version: '0.1.0-9b1c2d3e4f', code: 'REMOTE-106' },
  ];
  expect(failed.mock.calls).toEqual([[mine], [{ ...mine, version: '0.2.0-9e1f' }], [its], [mine]]);
  expect(versionWith.mock.calls).toEqual([['mf-quiz', '12.5c.js']]);
});

it('attributes errors of translated pages to no version', () => {
  const failed = vi.fn();
  reportUncaughtErrors({ failed }, () => undefined);
  const { noteFailure } = createFailedVersions({ failed, loaded: vi.fn(), measured: vi.fn() });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const lost = Object.assign(new DOMException('The node is not a child of this node.', 'NotFoundError'), {
    stack: `NotFoundError\n${quiz}`,
  });
  const fail = () => {
    dispatchEvent(new ErrorEvent('error', { error: lost }));
    noteFailure(new RemoteError({ name: 'mf-quiz', version: '1' }, 'render', 'it threw', lost));
  };
  fail();
  expect(failed).toHaveBeenCalledTimes(2);
  document.body.append(document.createElement('font'));
  fail();
  expect(failed).toHaveBeenCalledTimes(2);
  document.body.replaceChildren();
  warn.mockRestore();
});
