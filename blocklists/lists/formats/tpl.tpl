msFilterList
# Title: Sample list, Internet Explorer
# Description: every name and address is reserved and fictitious
# License: Apache-2.0
# Entries: 5
: Expires=1
#
-d login-bank.example
-d secure.login-bank.example
-d parcel-fee.example
-d account-check.test
-d account-check.test
-d xn--mnze-gewinn-thb.example
+d good.example
- /banner/
