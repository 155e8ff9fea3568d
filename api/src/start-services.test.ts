import { expect, it } from 'vitest';
import { withDatabase } from './start-services.ts';

it.each([
  ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/frens'],
  ['mongodb://127.0.0.1:27017/?replicaSet=rs0', 'mongodb://127.0.0.1:27017/frens?replicaSet=rs0'],
  ['mongodb://a:b@one:1,two:2/?tls=true', 'mongodb://a:b@one:1,two:2/frens?tls=true'],
  ['mongodb+srv://cluster.example/groves?w=majority', 'mongodb+srv://cluster.example/groves?w=majority'],
  [
    'mongodb://%2Fdata%2Fdb.sock/?directConnection=true',
    'mongodb://%2Fdata%2Fdb.sock/frens?directConnection=true',
  ],
  ['mongodb://127.0.0.1/groves', 'mongodb://127.0.0.1/groves'],
])('withDatabase(%s) is %s', (uri, expected) => {
  expect(withDatabase(uri)).toBe(expected);
});
