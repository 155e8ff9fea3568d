import type { Language, MemberExport } from '@frens/contract';
import { messageText } from '@frens/contract/messages';
import type { ModelOf } from '../../database/any-model.ts';
import { isId } from '../../database/ids.ts';
import { readByIds } from '../../database/load-by-ids.ts';
import {
  type Exported,
  exportedDocument,
  type MemberKeys,
  memberDataOf,
  type Reader,
  type Trace,
} from '../../database/member-data.ts';
import type { Services } from '../../services.ts';
import { findHidden } from '../account-deletion/find-hidden.ts';
import { ownEmailKey, type User } from '../members/user.model.ts';
import { findPrivate } from '../visibility/hidden-pandas.ts';
import { visibleTo } from '../visibility/visibility.ts';

interface Stored {
  _id: unknown;
  createdAt?: unknown;
}

/** Exports all data about a member (D46). The models declare what that is, so an export includes every model added later. */
export async function exportMember(
  services: Services,
  user: User,
  language: Language,
): Promise<MemberExport> {
  const { db, clock } = services;
  const now = clock.now();
  const keys = { id: user._id, emailKey: ownEmailKey(user), pandaId: user.pandaId };
  const reader = { memberId: user._id, emailKey: keys.emailKey, now };
  const parts: MemberExport['parts'] = {};
  for (const model of Object.values(db.models)) {
    const declared = memberDataOf(model.schema);
    if (!declared || 'none' in declared) continue;
    // Safe: a model declares its traces for its own documents.
    const traces = declared.traces as unknown as readonly Trace<Stored>[];
    for (const trace of traces) {
      const found = await readPart(services, model as unknown as ModelOf<Stored>, trace, {
        keys,
        reader,
        user,
      });
      if (found)
        parts[found.as] = {
          description: messageText(language, `export.parts.${found.as}`),
          entries: found.entries,
        };
    }
  }
  return {
    format: 1,
    madeAt: now.toISOString(),
    description: messageText(language, 'export.description'),
    parts,
  };
}

async function readPart(
  services: Services,
  model: ModelOf<Stored>,
  { find, exported }: Trace<Stored>,
  { keys, reader, user }: { keys: MemberKeys; reader: Reader; user: User },
) {
  if (!exported) return null;
  const { as, fields, isExported = () => true } = exported;
  const documents = await model.find(find(keys)).sort({ _id: 1 }).lean<Stored[]>();
  const visible = await withoutInvisibleSubjects(
    services,
    user,
    exported,
    await withoutHiddenAuthors(services, exported, documents),
  );
  return {
    as,
    // The JSON round trip turns ids and dates into strings.
    entries: oldestFirst(visible)
      .filter((one) => isExported(one, reader))
      .map(
        (one): Record<string, unknown> => JSON.parse(JSON.stringify(exportedDocument(fields, one, reader))),
      ),
  };
}

/** Sorts by `createdAt`, because some ids do not follow time: those of links are hashes. */
function oldestFirst(documents: Stored[]): Stored[] {
  return documents.toSorted(({ createdAt: one }, { createdAt: other }) =>
    one instanceof Date && other instanceof Date ? one.getTime() - other.getTime() : 0,
  );
}

/** Leaves out texts that the product hides with their authors: those of ended or suspended members and, where declared, of private ones. */
async function withoutHiddenAuthors(
  services: Services,
  { author, hidesPrivate }: Exported<Stored>,
  documents: Stored[],
): Promise<Stored[]> {
  if (!author) return documents;
  const authors = documents.map((one) => one[author]).filter(isId);
  const [hidden, privates] = await Promise.all([
    findHidden(services, authors),
    hidesPrivate ? findPrivate(services, authors) : new Set<string>(),
  ]);
  return documents.filter((one) => !hidden.has(String(one[author])) && !privates.has(String(one[author])));
}

/** Leaves out documents about members whom the reader cannot see, be they blocked, private or gone (D16). */
async function withoutInvisibleSubjects(
  services: Services,
  reader: User,
  { about }: Exported<Stored>,
  documents: Stored[],
): Promise<Stored[]> {
  if (!about) return documents;
  const fields = [about].flat();
  const ids = documents.flatMap((one) => fields.map((field) => one[field])).filter(isId);
  const visibleIds = new Set<string>();
  for await (const others of readByIds(services.db.models.User, ids)) {
    for (const id of (await visibleTo(services, reader, others)).keys()) visibleIds.add(id);
  }
  return documents.filter((one) => fields.every((field) => visibleIds.has(String(one[field]))));
}
