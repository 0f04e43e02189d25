import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createLinkTokens } from './link-tokens.ts';
import { loadMasterKeys } from './master-keys.ts';
import { openOwnerKey } from './owner-key.ts';
import { createValueSigner } from './signed-value.ts';

/** As they lie in databases and mailboxes: written once, never to be computed again here. */
const former = {
  masterKey: Buffer.alloc(32, 1).toString('base64'),
  ownerKey: {
    key_id: 'key-1',
    master_version: 1,
    wrapped: 'k6HaiFfsyyCQyKMcNf0GCnDIDXOoN2lYuUP4TV8GsE0xq9B4F3aQRXCdK_Rl8s0wd-WKgqIdpqKPesJa',
  },
  text: '1.key-1.tXgSH3bNLnDKawrM.ehQJsWrNOnqLoWpVZ_sAwhwN8FequR3A6RJUwkjSB1VshQ',
  boundText: '2.key-1.f1IJnzM5rjvCpPxd.O_MYMsIF2Ca-pVUj3WatWQ68dUjiD5PoxLsAGLJ1c7cwsw',
  file: 'AQZlUYiEtOXEy7iJQ-yxx62GbIOnzuwozqyd33TVX_ClJt-uf2moBtxvLOSOruCVd-KxkAsZj_9ZpQrdAWkSb4U5JQk',
  digest: 'W36JCFekCJU8Nd8rSGBecPEfLNYXe9mjuK4eDYviPIQ',
  linkToken: '-IqPBCZDEaKLixwrEu_qIqJZREXNksmbQJTy36O5VAQ',
  tokenDigest: 'PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A',
  signed: 'value.JHfH--CinhSiXXbp9-TZYQJNZHFbyoqAQovVypP8OBE',
};

describe('what an earlier version of the program wrote', () => {
  const masterKeys = loadMasterKeys({ kind: 'value', text: former.masterKey });
  const key = openOwnerKey(masterKeys, 'anna', former.ownerKey);
  const serviceKey = { derive: (purpose: string) => Buffer.from(`1/${purpose}`) };

  it('opens as a text, with and without the id of its writing', () => {
    expect(key.open('row', 'field', former.text)).toBe('Завещание');
    expect(key.open('row', 'field', former.boundText, 'writing-1')).toBe('Завещание');
  });

  it('opens as a file', async () => {
    const bytes = await buffer(key.openFile('file-1', sealedFile()));
    expect(bytes.toString()).toBe('Письмо');
  });

  it('is found again by the digest of a name', () => {
    expect(key.digest('name', 'a.pdf')).toBe(former.digest);
  });

  it('is accepted as the token of a link and as a signed value', () => {
    const tokens = createLinkTokens(serviceKey);
    expect(tokens.tokenOf('link-1')).toBe(former.linkToken);
    expect(tokens.digestOf('token')).toBe(former.tokenDigest);
    expect(createValueSigner(serviceKey, 'test').open(former.signed)).toBe('value');
  });
});

async function* sealedFile() {
  yield Buffer.from(former.file, 'base64url');
}
