import { ReferenceField } from 'react-admin';
import { useMay } from '../nested/useMay.ts';

interface ReferenceLinkProps {
  source: string;
  /** The path of the other resource. */
  reference: string;
  emptyText?: string;
}

/** The other record by its name, as a link for whoever may open it. */
export function ReferenceLink({ source, reference, emptyText = '—' }: ReferenceLinkProps) {
  const may = useMay();
  const link = may({ action: 'show', resource: reference }) ? 'edit' : false;
  return <ReferenceField source={source} reference={reference} link={link} emptyText={emptyText} />;
}
