import { describe, expect, test } from 'vitest';
import { parseSecrets, signatureHeaders } from '../../src/watch/post-message.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const MESSAGE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: 1_614_265_330_999,
  body: '{"test": 2432232314}',
};

describe('the signature of a webhook', () => {
  test('is that of the example of Standard Webhooks', () => {
    expect(signatureHeaders(MESSAGE, parseSecrets(SECRET))).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('is one for each secret, in their order', () => {
    const other = `whsec_${Buffer.alloc(64, 7).toString('base64')}`;
    const both = signatureHeaders(MESSAGE, parseSecrets(`# new\n${other}\n\n  # old\n${SECRET}\n`));
    const [first, second, ...more] = both['webhook-signature']?.split(' ') ?? [];
    expect(first).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(second).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(more).toEqual([]);
  });
});

describe('secrets', () => {
  test.each([
    ['without their prefix', SECRET.slice(6)],
    ['of 23 bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['of 65 bytes', `whsec_${Buffer.alloc(65).toString('base64')}`],
    ['that are not base64', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaL*Sw'],
  ])('%s are refused without being quoted', (_, secret) => {
    const expected = 'Webhook secret 2 must be whsec_ and 24 to 64 bytes in base64.';
    expect(() => parseSecrets(`${SECRET} ${secret}`)).toThrow(expected);
  });

  test('are needed', () => {
    const expected =
      'A webhook needs a secret to sign its messages. Make one with: echo "whsec_$(openssl rand -base64 32)"';
    expect(() => parseSecrets(' \n# none\n')).toThrow(expected);
  });
});
