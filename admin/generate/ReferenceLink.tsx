import { ReferenceField } from 'react-admin';
import { usePermissionCheck } from '../provider/permissions.ts';
import { inaccessibleText, resourceAt } from './catalogue.ts';
import { useFieldValue } from './useFieldValue.ts';

interface ReferenceLinkProps {
  source: string;
  /** Path of the referenced resource. */
  reference: string;
  emptyText?: string;
}

/** Name of the referenced record, as a link if the user may open it. */
export function ReferenceLink({ source, reference, emptyText = '—' }: ReferenceLinkProps) {
  const may = usePermissionCheck();
  const link = may({ action: 'show', resource: reference }) ? 'edit' : false;
  const target = resourceAt(reference);
  const missing = useFieldValue(source) && target ? inaccessibleText(target) : emptyText;
  return <ReferenceField source={source} reference={reference} link={link} emptyText={missing} />;
}
