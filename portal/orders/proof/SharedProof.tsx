import styles from './Proof.module.css';
import { proofDateText } from './proofDateText.ts';
import shared from './SharedProof.module.css';

interface SharedRecord {
  id: string;
  name: string;
  date: string;
  module: string | null;
  notes: string | null;
  status: string | null;
  pictures: { id: string; name: string; address: string }[];
  files: string[];
}

/** The content of a share link for the proof of work of an order. */
export interface SharedProofProps {
  refCode: string;
  client: string | null;
  isWhole: boolean;
  /** Only lines with proof of work; without id and name, that of the whole order. */
  lines: { id: string | null; name: string | null; proof: SharedRecord[] }[];
}

/** The public page with the proof of work of an order, for a client with a share link; readable and printable. */
export function SharedProof({ refCode, client, isWhole, lines }: SharedProofProps) {
  return (
    <>
      <p className={styles.about}>{`Order ${refCode}${client ? ` for ${client}` : ''}`}</p>
      {lines.length === 0 && <p>There is no proof of work for this order yet. It appears here as soon as there is.</p>}
      {lines.map(({ id, name, proof }) => (
        <section key={id} className={shared.line}>
          <h2 className={shared.name}>{name ?? 'For the whole order'}</h2>
          <ul className={styles.list}>
            {proof.map((each) => (
              <li key={each.id} className={styles.record}>
                <ProofRecord proof={each} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {!isWhole && <p className={styles.about}>Only the newest entries are shown.</p>}
    </>
  );
}

function ProofRecord({ proof: { name, date, module, notes, status, pictures, files } }: { proof: SharedRecord }) {
  return (
    <>
      <p className={styles.what}>
        <span className={styles.name}>{name}</span>
        {status && <span className={styles.mark}>{status}</span>}
      </p>
      <p className={styles.about}>
        <time dateTime={date}>{proofDateText(date)}</time>
        <span>{module && ` · ${module}`}</span>
      </p>
      {notes && <p className={styles.notes}>{notes}</p>}
      {pictures.map(({ id, name: called, address }) => (
        <img key={id} className={shared.picture} src={address} alt={called} />
      ))}
      {files.length > 0 && <p className={styles.about}>{`More files, available on request: ${files.join(', ')}`}</p>}
    </>
  );
}
