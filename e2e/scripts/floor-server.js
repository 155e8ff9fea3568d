import { readFileSync } from 'node:fs';
import http from 'node:http';

// `floor-server.js FILE`: replays recorded responses from memory. Its cost is the lower bound (floor) for serving a page.
const [, , file = ''] = process.argv;
const answers = new Map(
  JSON.parse(readFileSync(file, 'utf8')).map(({ key, status, headers, body }) => [
    key,
    { status, headers, body: Buffer.from(body, 'base64') },
  ]),
);
const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const { status, headers, body } = answers.get(`${request.method} ${request.url}`) ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  });
});
server.listen(0, 'localhost', () => console.log(`http://localhost:${server.address().port}`));
