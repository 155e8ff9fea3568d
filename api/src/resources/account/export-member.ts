import type { Language, MemberExport } from '@frens/contract';
import { messageText } from '@frens/contract/messages';
import type { ModelOf } from '../../database/any-model.ts';
import {
  exportedDocument,
  type MemberKeys,
  memberDataOf,
  type Reader,
  type Trace,
} from '../../database/member-data.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';

interface Stored {
  _id: unknown;
}

/** Everything that is held about a member, as the models declare it (D46): a model that is added later is in it by itself. */
export async function exportMember(
  { db, clock }: Services,
  user: User,
  language: Language,
): Promise<MemberExport> {
  const now = clock.now();
  const keys = { id: user._id, emailKey: user.emailKey, pandaId: user.pandaId };
  const parts: MemberExport['parts'] = {};
  for (const model of Object.values(db.models)) {
    const declared = memberDataOf(model.schema);
    if (!declared || 'none' in declared) continue;
    // True because a model's traces are declared for its own documents.
    const traces = declared.traces as unknown as readonly Trace<Stored>[];
    for (const trace of traces) {
      const found = await readPart(model as unknown as ModelOf<Stored>, trace, keys, {
        memberId: user._id,
        now,
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
  model: ModelOf<Stored>,
  { find, exported }: Trace<Stored>,
  keys: MemberKeys,
  reader: Reader,
) {
  if (!exported) return null;
  const documents = await model.find(find(keys)).sort({ _id: 1 }).lean<Stored[]>();
  return {
    as: exported.as,
    // As JSON writes it: ids and times are texts from here on.
    entries: documents.map(
      (one): Record<string, unknown> =>
        JSON.parse(JSON.stringify(exportedDocument(exported.fields, one, reader))),
    ),
  };
}
