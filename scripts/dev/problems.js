/**
 * The current problems of the sources: `{ kind, where, text }`, where `kind` is `compile`, `type` or `descriptor`, and `where` is a file
 * with its line. The terminal prints each once, when it appears; every open page receives all of them.
 */
export class Problems {
  #byKind = new Map();
  #told = new Set();
  #pages = new Set();
  #compiled = 0;

  /** @param {(line: string) => void} say prints a line */
  constructor(say = console.log) {
    this.say = say;
  }

  get all() {
    return [...this.#byKind.values()].flat();
  }

  /** Replaces the problems of one kind. */
  set(kind, problems) {
    const found = problems.map((problem) => ({ kind, ...problem }));
    const told = new Set(found.map(({ where, text }) => `${kind} ${where} ${text}`));
    for (const { where, text } of found) {
      if (!this.#told.has(`${kind} ${where} ${text}`)) this.say(`\n✗ ${where}\n${indent(text)}`);
    }
    for (const old of this.#told) if (old.startsWith(`${kind} `)) this.#told.delete(old);
    for (const one of told) this.#told.add(one);
    this.#byKind.set(kind, found);
    this.#send();
  }

  /** After a successful compilation, earlier exceptions are outdated. */
  compiled() {
    this.#compiled += 1;
    this.#send();
  }

  /** Streams all changes to a page, as server-sent events. */
  listen(request, response) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    this.#pages.add(response);
    request.on('close', () => this.#pages.delete(response));
    response.write(this.#event());
  }

  close() {
    for (const page of this.#pages) page.end();
  }

  #event() {
    return `data: ${JSON.stringify({ compiled: this.#compiled, problems: this.all })}\n\n`;
  }

  #send() {
    for (const page of this.#pages) page.write(this.#event());
  }
}

const indent = (text) => text.replace(/^/gm, '  ');
