import { useEffect } from 'react';
import { useLogout } from 'react-admin';

/** Signs out. A place of its own, so that the way to it asks, as every way does, before unsaved work is left. */
export function LogOut() {
  const logout = useLogout();
  useEffect(() => void logout(), [logout]);
  return null;
}
