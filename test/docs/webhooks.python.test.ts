import { testReceiver } from '../helpers/test-receiver.ts'

testReceiver('python')
