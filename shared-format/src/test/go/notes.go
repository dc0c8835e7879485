// Signs and opens notes with golang.org/x/mod/sumdb/note: what GoNotesIT compares this library with.
//
// Each line of standard input is a question, its fields separated by tabs and its keys by spaces; each has one line as
// its answer:
//
//	key NAME              private and public key
//	sign KEYS BASE64      the signed note of a text, base64
//	open KEYS BASE64      "ok", the text of a note in base64, how many keys signed; or "refused" and why
package main

import (
	"bufio"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"log"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		fmt.Fprintln(out, answer(strings.Split(in.Text(), "\t")))
	}
	if err := in.Err(); err != nil {
		log.Fatal(err)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

func answer(question []string) string {
	switch question[0] {
	case "key":
		private, public, err := note.GenerateKey(rand.Reader, question[1])
		if err != nil {
			log.Fatal(err)
		}
		return private + "\t" + public
	case "sign":
		return sign(strings.Split(question[1], " "), decode(question[2]))
	case "open":
		return open(strings.Split(question[1], " "), decode(question[2]))
	}
	log.Fatalf("unknown question %q", question[0])
	return ""
}

func sign(keys []string, text []byte) string {
	var signers []note.Signer
	for _, key := range keys {
		signer, err := note.NewSigner(key)
		if err != nil {
			log.Fatal(err)
		}
		signers = append(signers, signer)
	}
	signed, err := note.Sign(&note.Note{Text: string(text)}, signers...)
	if err != nil {
		log.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(signed)
}

func open(keys []string, signed []byte) string {
	var verifiers []note.Verifier
	for _, key := range keys {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			log.Fatal(err)
		}
		verifiers = append(verifiers, verifier)
	}
	opened, err := note.Open(signed, note.VerifierList(verifiers...))
	if err != nil {
		return "refused\t" + err.Error()
	}
	return fmt.Sprintf("ok\t%s\t%d", base64.StdEncoding.EncodeToString([]byte(opened.Text)), len(opened.Sigs))
}

func decode(text string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		log.Fatal(err)
	}
	return bytes
}
