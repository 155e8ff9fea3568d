import type { Endpoint } from '@frens/contract';
import { type CallLimit, generalLimits } from '@frens/contract/call-limits';
import { parseKey, successStatus } from '@frens/contract/endpoint';
import { errorCodes } from '@frens/contract/errors';
import { declaredRefusals } from '@frens/contract/refusals';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** One call of the document. */
export interface Operation {
  operationId: string;
  tags: string[];
  security?: never[];
  description: string;
  parameters: Array<{ name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }>;
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, JsonSchema>;
}

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: JsonSchema;
  security: JsonSchema[];
}

/** Generates an OpenAPI 3.1 document from the contract, against which the server validates, so the two always agree. */
export function openApiOf(
  calls: Readonly<Record<string, Endpoint>>,
  { title, cookie }: { title: string; cookie: string },
): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const [key, definition] of Object.entries(calls)) {
    const { method, path } = parseKey(key);
    const address = path.replace(/:(\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(key, path, definition) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: `Every call of the site. Members may make ${countText(generalLimits.member)}, of which ${countText(generalLimits.memberWrites)} may write; visitors ${countText(generalLimits.visitor)} from one network.`,
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
      schemas: { Error: errorSchema },
      responses: {
        Error: {
          description: 'Anything but a success.',
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
    security: [{ session: [] }],
  };
}

function operationOf(key: string, path: string, definition: Endpoint): Operation {
  const { access = 'member', query, limits = [] } = definition;
  const isFile = definition.answer?.kind === 'file';
  return {
    operationId: key.replace(/\W+/g, '_'),
    tags: [path.split('/')[2] ?? 'api'],
    ...(access === 'public' ? { security: [] } : {}),
    description: [
      accessTexts[access],
      ...(isFile ? [generalLimits.files, ...limits] : limits).map(limitText),
      `Its refusals: ${declaredRefusals(key, definition).join(', ') || 'those of every call'}.`,
    ].join(' '),
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
        name,
        in: 'path' as const,
        required: true,
        schema: { type: 'string' },
      })),
      ...queryParameters(query),
    ],
    ...requestBodyOf(definition),
    responses: {
      [successStatus(definition)]: successOf(definition),
      ...(definition.otherStatus && { [definition.otherStatus]: successOf(definition) }),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function successOf({ response, paged, answer }: Endpoint): JsonSchema {
  if (answer?.kind === 'file') {
    const file = { schema: { type: 'string', format: 'binary' } };
    return { description: 'A file.', content: Object.fromEntries(answer.types.map((type) => [type, file])) };
  }
  if (answer) return { description: 'Leads elsewhere.', headers: header('Location', 'Where to go.') };
  return {
    description: 'Success.',
    ...(response && { content: json(schemaOf(response, 'output')) }),
    ...(paged && { headers: header('Link', 'rel="next": the next page, when there is one.') }),
  };
}

const header = (name: string, description: string): JsonSchema => ({
  [name]: { description, schema: { type: 'string' } },
});

function requestBodyOf({ body, upload }: Endpoint): Pick<Operation, 'requestBody'> {
  if (body) return { requestBody: { required: true, content: json(schemaOf(body, 'input')) } };
  if (!upload) return {};
  const { field, types, maxBytes } = upload;
  const description = `One file of ${types.join(', ')}, at most ${maxBytes} bytes.`;
  const schema = { type: 'object', required: [field], properties: { [field]: { description } } };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function queryParameters(query: z.ZodType | undefined): Operation['parameters'] {
  if (!query) return [];
  // Safe: every query in the contract is an object schema.
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** Converts a schema. Transforms and refinements have no JSON Schema equivalent, so they are left open. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return rest;
}

function json(schema: JsonSchema): Record<string, { schema: JsonSchema }> {
  return { 'application/json': { schema } };
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { enum: Object.values(errorCodes).filter((code) => code !== errorCodes.network) },
    message: { type: 'string', description: 'One plain sentence in the language of the caller.' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object', additionalProperties: { type: ['string', 'number', 'null', 'array'] } },
    requestId: { type: 'string' },
  },
};

const accessTexts: Record<NonNullable<Endpoint['access']>, string> = {
  public: 'For everybody.',
  member: 'For members.',
  complete: 'For members whose profile is complete.',
};

/** "At most 20 an hour for each member." */
function limitText(limit: CallLimit): string {
  return `At most ${countText(limit)} for each ${whomText(limit)}.`;
}

function whomText({ per }: CallLimit): string {
  if (typeof per === 'string') return per;
  if ('newAddress' in per) return `member who names a new ${per.newAddress}`;
  if (per.fromOneNetwork) return `${per.body} named by one network`;
  return `${per.body} named${per.fromOneMember ? ' by one member' : ''}`;
}

const spans: Readonly<Record<number, string>> = { 60: 'a minute', 3600: 'an hour', 86_400: 'a day' };

/** "20 an hour", "1500 in 5 minutes" */
function countText({ points, seconds }: CallLimit): string {
  return `${points} ${spans[seconds] ?? `in ${seconds / 60} minutes`}`;
}
