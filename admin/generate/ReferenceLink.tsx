import { ReferenceField, useCanAccess } from 'react-admin';

interface ReferenceLinkProps {
  source: string;
  /** The path of the other resource. */
  reference: string;
  emptyText?: string;
}

/** The other record by its name, as a link for whoever may open it. */
export function ReferenceLink({ source, reference, emptyText = '—' }: ReferenceLinkProps) {
  const { canAccess = false } = useCanAccess({ action: 'show', resource: reference });
  return (
    <ReferenceField source={source} reference={reference} link={canAccess ? 'edit' : false} emptyText={emptyText} />
  );
}
