import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Dialog } from '../look/Dialog.tsx';
import { Navigation } from './Navigation.tsx';

/** The navigation as a full-screen menu on phones. It closes after each navigation. */
export function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);
  return (
    <Dialog title="Portal" onClose={onClose}>
      <nav aria-label="All places">
        <Navigation />
      </nav>
    </Dialog>
  );
}
