import { fileURLToPath } from 'node:url';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const migrationsFolder = fromHere('../../migrations');
export const webRoot = fromHere('../../../web/dist/current');
